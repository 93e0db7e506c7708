"""What is sent for names that do harm where they are not quoted, as others than
us read it: each body of a receiver, JSON on a program's input, mail."""
import base64
import email
import email.policy
import html
import html.parser
import json
import re
import urllib.parse
import xml.etree.ElementTree

from hostile_archive import HOST, cut, replaced, shown

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
MAIL_HEADERS = ["To", "Subject", "Date", "Message-ID", "MIME-Version",
                "Content-Type", "Content-Transfer-Encoding", "Auto-Submitted"]


def text_of(rule, names):
    """What the rules of the table say of instances with these names."""
    return b"%s:" % rule.encode() + b"".join(b"[%s]" % one for one in names)


def _no_twins(pairs):
    assert len(dict(pairs)) == len(pairs), pairs
    return dict(pairs)


def _json(body):
    return json.loads(body.decode("ascii"), object_pairs_hook=_no_twins)


def _bytes(told, name):
    """A member's bytes, and whether the text beside them is right."""
    text, raw = told.pop(name), told.pop(name + "_base64", None)
    if isinstance(text, list):
        return [_bytes({"": one, "_base64": other}, "")
                for one, other in zip(text, raw or [None] * len(text),
                                      strict=True)]
    whole = text.encode() if raw is None else base64.b64decode(raw, None, True)
    assert text == replaced(whole), (text[:99], whole[:99])
    return whole


def _told(told):
    assert UUID.fullmatch(told.pop("id"))
    assert told.pop("version") == 1
    told["text"] = _bytes(told, "text")
    for one in told["bindings"]:
        one.update({name: _bytes(one, name) for name in ("host", "instance")})
        _bytes(one, "context")
        if "text" in one:
            one["text"] = _bytes(one, "text")
    return told


def read_json(body):
    return _told(_json(body))


def json_of(rule, names):
    text = text_of(rule, names)
    front = len(rule) + 1
    told = {"rule": rule, "time": "2001-09-09T01:46:40Z",
            "text": [text[:front], text[front:]],
            "bindings": [{"value": 1.0, "host": HOST, "instance": one}
                         for one in names]}
    say_of_each(told, names, [text_of(rule, [one]) for one in names])
    return told


def say_of_each(told, names, texts):
    """Bindings have texts of their own where there are several."""
    if len(names) > 1:
        for binding, text in zip(told["bindings"], texts, strict=True):
            binding["text"] = text


def slack_of(rule, names):
    return {"text": html.escape(replaced(text_of(rule, names)), quote=False)}


def read_cloudevent(body):
    told = _json(body)
    assert UUID.fullmatch(told.pop("id"))
    told["source"] = urllib.parse.unquote_to_bytes(told["source"])
    return {**told, "data": _told(told["data"])}


def cloudevent_of(rule, names):
    return {"specversion": "1.0", "source": b"/tocsin/" + HOST,
            "type": "tocsin.notification", "subject": rule,
            "time": "2001-09-09T01:46:40Z",
            "datacontenttype": "application/json", "data": json_of(rule, names)}


def alerts_of(rule, names):
    return [{"labels": {"alertname": rule, "host": replaced(HOST),
                        "instance": replaced(one), "team": "x"},
             "annotations": {"summary": replaced(text_of(rule, [one])),
                             "value": "1.0"},
             "startsAt": "2001-09-09T01:46:40Z"} for one in names]


def filled_of(rule, names):
    """Of a template: the text, and the names."""
    return replaced(text_of(rule, names)), [replaced(one) for one in names]


def read_filled(body):
    told = _json(body)
    return told["text"], told["names"]


def read_xml(body):
    root = xml.etree.ElementTree.fromstring(body)
    assert root.tag == "a" and list(root.attrib) == ["b", "c"], root.attrib
    assert {one.tag for one in root} == {"i"} and not root[0].attrib
    for text in root.attrib.values():
        # In attributes these are blanks.
        assert text == re.sub("[\t\n]", " ", root.text)
    return root.text, [one.text for one in root]


def xml_of(rule, names):
    """XML has no control characters."""
    text, each = filled_of(rule, names)
    none = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
    return (none.sub("\ufffd", text), [none.sub("\ufffd", one) for one in each])


class _Html(html.parser.HTMLParser):

    def __init__(self):
        super().__init__()
        self.tags, self.texts = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, attrs))
        self.texts.append("")

    def handle_data(self, data):
        self.texts[-1] += data

    def handle_comment(self, data):
        raise AssertionError(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


def read_html(body):
    parser = _Html()
    parser.feed(body.decode())
    parser.close()
    (name, attributes), *others = parser.tags
    assert (name, others) == ("a", [("i", [])] * len(others)), parser.tags
    assert attributes == [(one, parser.texts[0]) for one in "bc"]
    return parser.texts[0], parser.texts[1:]


def read_form(body):
    told = urllib.parse.parse_qs(body.decode("ascii"), True, True,
                                 errors="strict")
    assert list(told) == ["text", "name"]
    return told["text"][0], told["name"]


MARKUP = ("<a b=\"{{text}}\" c='{{text}}'>{{text}}"
          "{{#bindings}}<i>{{instance}}</i>{{/bindings}}</a>")
IN_JSON = ('{"text": "{{text}}", "names": [{{#bindings}}"{{instance}}"'
           "{{#more}}, {{/more}}{{/bindings}}]}")
# By content type: what is filled in, how it is read, what it is then.
TEMPLATES = {
    "application/json": (IN_JSON, read_filled, filled_of),
    "application/x+json": (IN_JSON, read_filled, filled_of),
    "application/xml": (MARKUP, read_xml, xml_of),
    "text/xml": (MARKUP, read_xml, xml_of),
    "text/html": (MARKUP, read_html, xml_of),
    "application/x-www-form-urlencoded":
        ("text={{text}}{{#bindings}}&name={{instance}}{{/bindings}}",
         read_form, filled_of),
    "text/plain": ("{{text}}", bytes.decode,
                   lambda rule, names: filled_of(rule, names)[0]),
}
# By name: settings of the receiver, the content type, how it is read, what it
# is then.
FORMS = {
    "json": ("body: json", "application/json", read_json, json_of),
    "slack": ("body: slack", "application/json", _json, slack_of),
    "cloudevents": ("body: cloudevents", "application/cloudevents+json",
                    read_cloudevent, cloudevent_of),
    "alertmanager": ("body: alertmanager, labels: {team: x}",
                     "application/json", _json, alerts_of),
}
BODIES = FORMS | {re.sub(r"\W", "", kind): (
    f"content_type: {kind}, template_file: {kind.replace('/', '.')}", kind,
    read, expected) for kind, (_, read, expected) in TEMPLATES.items()}


def _header_lines(head):
    """Each is a line of ASCII; only what is encoded goes on in the next."""
    for line in head.split("\n"):
        assert re.fullmatch(r"[A-Za-z-]+: [ -~]+| =\?UTF-8\?B\?[\w+/=]+\?=",
                            line), line
        assert len(line) <= 998


def read_mail(raw):
    """Its headers but those of each mail, and the lines of its text."""
    _header_lines(raw.decode("ascii").partition("\n\n")[0])
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    assert not mail.defects and not mail["Subject"].defects
    assert mail.get_content_type() == "text/plain"
    assert re.fullmatch(rf"<{UUID.pattern}@[\w.-]+>", mail["Message-ID"])
    text = mail.get_payload(decode=True).decode()
    assert text.endswith("\r\n") and text.count("\r\n") == text.count("\n")
    return (mail.keys(), mail["To"], mail["Subject"], text.split("\r\n"))


def mail_of(rule, names, raw=lambda name: name):
    """With names as `raw` has them before they are shown."""
    host, *each = (shown(raw(one)) for one in (HOST, *names))
    text = f"{rule}:" + "".join(f"[{one}]" for one in each)
    subject = f"{rule}: {text}".encode()
    front = cut(subject, 200).decode() + "..." * (len(subject) > 200)
    lines = [text, "", f"rule: {rule}", "time: 2001-09-09T01:46:40Z"]
    for one in each:
        lines += ["", f"host: {host}", f"instance: {one}", "value: 1"]
    return MAIL_HEADERS, "ops@example.org", front, [*lines, ""]


def smtp_of(rule, names):
    """It is made of JSON."""
    headers, to, subject, lines = mail_of(
        rule, names, lambda name: replaced(name).encode())
    return (["From", *headers], to, subject,
            ["value: 1.0" if one == "value: 1" else one for one in lines])
