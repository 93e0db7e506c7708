// ShownRequest, ShownResponse: what is there, and that secrets are not.
#include "actions/receivers/shown_exchange.h"

#include <gtest/gtest.h>

#include <utility>

namespace actions {
namespace {

base::http::Request Secret() {
  base::http::Request request;
  request.url = "https://a.example:8443/hooks/SECRET?k=v";
  request.headers = {"Content-Type: application/json",
                     "Authorization: Bearer TOKEN", "X-Key: KEY9"};
  request.body = "{}\x1b";
  return request;
}

TEST(ShownExchange, ARequestWithoutItsSecrets) {
  EXPECT_EQ(ShownRequest(Secret()),
            "POST https://a.example:8443/...\n"
            "Content-Type: application/json\nAuthorization: ...\n"
            "X-Key: ...\n\n{}?\n");
  base::http::Request plain;
  plain.url = "http://a.example";
  EXPECT_EQ(ShownRequest(plain), "POST http://a.example/\n\n\n");
}

TEST(ShownExchange, AnAnswerThatRepeatsThem) {
  base::http::Response response;
  response.status = 404;
  response.body = "no /hooks/SECRET?k=v for Bearer TOKEN, TOKEN\nKEY9\r";
  EXPECT_EQ(ShownResponse(response, Secret()),
            "status 404\n\nno ... for ..., ...\n...?\n");
  response.body = R"({"path":"\/hooks\/SECRET?k=v"})";
  EXPECT_EQ(ShownResponse(response, Secret()),
            "status 404\n\n{\"path\":\"...\"}\n");
  response.body = "a\r\nb\r\n";
  EXPECT_EQ(ShownResponse(response, Secret()), "status 404\n\na\nb\n\n");
  response.body = std::string(2000, 'x');
  EXPECT_EQ(ShownResponse(response, Secret()).size(), 12 + 1000 + 4u);
  response.body = "";
  EXPECT_EQ(ShownResponse(response, Secret()), "status 404\n");
  response.status = 301;
  EXPECT_EQ(ShownResponse(response, Secret()),
            "status 301: redirections are not followed\n");
}

TEST(ShownExchange, AnAnswerThatRepeatsPartsOfThem) {
  base::http::Request request;
  request.url = "https://a/services/T0AAAA/tOkEn12345?key=sEcReT678&a=b";
  request.headers = {"Authorization: ApiKey key=\"qUoTeD90\""};
  base::http::Response response;
  response.status = 404;
  response.body = "no tOkEn12345, nor sEcReT678, nor qUoTeD90; b of T0AAAA";
  EXPECT_EQ(ShownResponse(response, request),
            "status 404\n\nno ..., nor ..., nor ...; b of T0AAAA\n");
}

TEST(ShownExchange, AnAnswerThatRepeatsThemDecoded) {
  base::http::Request request;
  request.url = "https://a/bot123456789:AAFtelegram/h%2Fx?token=tok%2BsecretC3";
  request.headers = {"X-Auth: id77:hdrsecretD4"};
  base::http::Response response;
  response.status = 401;
  response.body =
      "/bot123456789:AAFtelegram/h/x?token=tok+secretC3, AAFtelegram, "
      "tok+secretC3, hdrsecretD4";
  EXPECT_EQ(ShownResponse(response, request),
            "status 401\n\n..., ..., ..., ...\n");
}

TEST(ShownExchange, HeadersThatMatter) {
  base::http::Response response;
  response.status = 429;
  response.retry_after = "7\x1b TOKEN";
  response.headers = {"Content-Type: text/plain KEY9"};
  EXPECT_EQ(ShownResponse(response, Secret()),
            "status 429\nRetry-After: 7? ...\nContent-Type: text/plain ...\n");
  response.retry_after = "";
  response.status = 308;
  for (const auto& [target, shown] :
       {std::pair{"https://b.example/v2/S?a", "https://b.example/..."},
        std::pair{"https://b.example/", "https://b.example/"},
        std::pair{"/hooks/S", "/..."}, std::pair{"S", "/..."},
        std::pair{"https://us:S@b.example", "/..."}}) {
    response.headers = {std::string("Location: ") + target};
    EXPECT_EQ(ShownResponse(response, Secret()),
              "status 308: redirections are not followed\nLocation: " +
                  std::string(shown) + "\n");
  }
}

TEST(ShownExchange, AnAnswerThatRepeatsPasswords) {
  base::http::Request request;
  request.url = "http://a.example";
  request.headers = {"Authorization: Basic bWU6aHVudGVyMg=="};  // me:hunter2
  request.connection.proxy_user = "us";
  request.connection.proxy_password = "swordfish";
  base::http::Response response;
  response.status = 401;
  response.body = "hunter2 of bWU6aHVudGVyMg==, swordfish of dXM6c3dvcmRmaXNo";
  EXPECT_EQ(ShownResponse(response, request),
            "status 401\n\n... of ..., ... of ...\n");
}

TEST(ShownExchange, AnAnswerThatRepeatsThemEscaped) {
  base::http::Request request;
  request.url = "http://a.example/hooks/S?a=1&b=2";
  request.headers = {"X-Key: a<b>c/d"};
  base::http::Response response;
  response.status = 404;
  response.body = "?to=%2Fhooks%2FS%3Fa%3D1%26b%3D2&key=a%3Cb%3Ec%2Fd";
  EXPECT_EQ(ShownResponse(response, request),
            "status 404\n\n?to=...&key=...\n");
  response.body = "?to=%2fhooks%2fS%3fa%3d1%26b%3d2";
  EXPECT_EQ(ShownResponse(response, request), "status 404\n\n?to=...\n");
  response.body = "<p>/hooks/S?a=1&amp;b=2 a&lt;b&gt;c/d</p>";
  EXPECT_EQ(ShownResponse(response, request), "status 404\n\n<p>... ...</p>\n");
  request.headers = {"X-Key: a\"b c&d\\e"};
  response.body = R"("a\"b c&d\\e", a"b c&amp;d\e, a%22b+c%26d%5Ce)";
  EXPECT_EQ(ShownResponse(response, request),
            "status 404\n\n\"...\", ..., ...\n");
}

TEST(ShownExchange, AnAnswerThatIsCutInTheMidstOfOne) {
  base::http::Request request;
  request.url = "http://a.example";
  const std::string secret = "KEY" + std::string(797, '9');
  request.headers = {"X-Key: " + secret};
  base::http::Response response;
  response.status = 404;
  while (response.body.size() < base::http::kMostBody) response.body += secret;
  response.body.resize(base::http::kMostBody);
  const std::string shown = ShownResponse(response, request);
  EXPECT_EQ(shown.find("KEY"), shown.npos) << shown;
}

TEST(ShownExchange, OfAMailItsMessage) {
  base::http::Request request;
  request.url = "smtp://mail.example.org:587";
  request.method = "MAIL";
  request.envelope.emplace().password = "SECRET";
  request.body = "From: a\r\n\r\nhi\r\n";
  EXPECT_EQ(ShownRequest(request),
            "MAIL smtp://mail.example.org:587\nFrom: a\n\nhi\n");
  base::http::Response response;
  response.status = 535;
  response.body = "no SECRET";
  EXPECT_EQ(ShownResponse(response, request), "status 535\n\nno ...\n");
}

}  // namespace
}  // namespace actions
