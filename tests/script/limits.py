"""Limits under which a test starts the program."""
import resource
import unittest


def limit(what, most):
    """What a child calls so that it has so much, and cannot have more."""
    return lambda: resource.setrlimit(what, (most, most))


def descriptors(most):
    return limit(resource.RLIMIT_NOFILE, most)


def unsanitized(tocsin):
    """The program that has all it is given to itself: sanitizers look at memory
    through pipes and want most of it. ./dev test has built a release by the
    side of what it tests."""
    if b"__asan_init" not in tocsin.read_bytes():
        return tocsin
    release = tocsin.parents[1] / "release/tocsin"
    if not release.exists():
        raise unittest.SkipTest(f"there is no {release}")
    return release
