// Client: what is sent, what of the answer is told, and who is told nothing.
#include "base/http/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/http/turns.h"
#include "tests/support/file_tree.h"
#include "tests/support/http_peer.h"

namespace base::http {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;
using tests::HttpPeer;

constexpr Duration Milliseconds(std::int64_t count) {
  return Duration{count * 1'000'000};
}

class HttpClient : public testing::Test {
 protected:
  Request To(const std::string& url, const std::string& body = "hi") {
    Request request;
    request.url = url;
    request.body = body;
    return request;
  }
  Client::Done Keep() {
    return [this](Result<Response> result) {
      results_.push_back(std::move(result));
      loop_.Stop();
    };
  }
  // The result of sending that alone.
  Result<Response> Send(Request request) {
    const auto pending = client_->Send(std::move(request), Keep());
    EXPECT_THAT(results_, IsEmpty());
    loop_.Run();
    Result<Response> result = std::move(results_.back());
    results_.clear();
    return result;
  }

  loop::Loop loop_;
  HttpPeer peer_{&loop_};
  std::unique_ptr<Client> client_ = std::make_unique<Client>(&loop_);
  std::vector<Result<Response>> results_;
};

TEST_F(HttpClient, ARequestAndItsAnswer) {
  peer_.answer =
      "HTTP/1.1 103 x\r\nLocation: early\r\n\r\n" +
      HttpPeer::Answer("201 Created",
                       "retry-AFTER:  7 \r\nlocation: /a: b\r\nX: y\r\n"
                       "Content-Type:\r\nContent-Type: two\r\n",
                       "fine");
  Request request = To(peer_.url("/a?b"), "{\"body\": 1}");
  request.headers = {"Content-Type: application/json", "X-Y: z"};
  const auto answer = Send(request);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 201);
  EXPECT_EQ(answer->retry_after, "7");
  EXPECT_THAT(answer->headers,
              ElementsAre("Location: /a: b", "Content-Type: "));
  EXPECT_EQ(answer->body, "fine");
  ASSERT_THAT(peer_.requests, SizeIs(1));
  EXPECT_THAT(peer_.requests[0], StartsWith("POST /a?b HTTP/1.1\r\n"));
  EXPECT_THAT(peer_.requests[0],
              HasSubstr("\r\nContent-Type: application/json\r\nX-Y: z\r\n"));
  EXPECT_THAT(peer_.requests[0], Not(HasSubstr("Expect")));
  EXPECT_EQ(tests::BodyOf(peer_.requests[0]), "{\"body\": 1}");
}

TEST_F(HttpClient, AConnectionIsUsedAgain) {
  for (const char* body : {"a", "b", "c"}) {
    EXPECT_EQ(Send(To(peer_.url(), body))->status, 204);
  }
  EXPECT_THAT(peer_.requests, SizeIs(3));
  EXPECT_EQ(peer_.connections, 1u);
}

TEST_F(HttpClient, ABodyOfAMegabyteGoesWhole) {
  const std::string body(1 << 20, '\0');
  EXPECT_EQ(Send(To(peer_.url(), body))->status, 204);
  EXPECT_EQ(tests::BodyOf(peer_.requests[0]), body);
}

TEST_F(HttpClient, ARedirectionIsAnAnswer) {
  peer_.answer =
      HttpPeer::Answer("302 Found", "Location: " + peer_.url("/b") + "\r\n");
  EXPECT_EQ(Send(To(peer_.url("/a")))->status, 302);
  EXPECT_THAT(peer_.requests, SizeIs(1));
}

TEST_F(HttpClient, OfALongBodyTheRestIsNotRead) {
  peer_.answer = "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n" +
                 std::string(1 << 20, 'x');
  const auto answer = Send(To(peer_.url()));
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, std::string(kMostBody, 'x'));
}

TEST_F(HttpClient, OfEndlessTrailersTheRestIsNotRead) {
  peer_.answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";
  for (int i = 0; i < 100'000; ++i) peer_.answer += "X: trailer\r\n";
  Request request = To(peer_.url());
  request.limit = Duration{3600 * kNanosPerSecond};
  const auto answer = Send(request);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 200);
}

TEST_F(HttpClient, OfAChunkThatIsLongBesideItsBodyTheRestIsNotRead) {
  peer_.answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" +
                 std::string(32 << 20, 'a') + "\r\nx\r\n0\r\n\r\n";
  const auto answer = Send(To(peer_.url()));
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 200);
  EXPECT_EQ(answer->body, "");
}

TEST_F(HttpClient, AHeadOfManyLinesIsNoAnswer) {
  std::string lines;
  for (int i = 0; i < 10'000; ++i) lines += "X: y\r\n";
  peer_.answer = HttpPeer::Answer("200 OK", lines, "fine");
  const auto answer = Send(To(peer_.url()));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kClosed);
}

TEST_F(HttpClient, OnlyRegularFilesAreOpenedForAConnection) {
  const tests::FileTree files;
  const std::string fifo = files.root() + "/fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  for (const auto& [path, why] :
       {std::pair{fifo, fifo + ": no regular file"},
        std::pair{files.root() + "/none",
                  files.root() + "/none: No such file or directory"}}) {
    for (const auto file : {&Connection::ca_file, &Connection::key_file,
                            &Connection::certificate_file}) {
      Request request = To(peer_.url());
      request.connection.*file = path;
      const auto answer = Send(request);
      ASSERT_FALSE(answer);
      EXPECT_EQ(answer.error().message, why);
    }
  }
  EXPECT_THAT(peer_.requests, IsEmpty());
}

TEST_F(HttpClient, NamesAreLookedUp) {
  EXPECT_EQ(Send(To("http://localhost:" + std::to_string(peer_.port()) + "/"))
                ->status,
            204);
  EXPECT_THAT(peer_.requests[0], HasSubstr("\r\nHost: localhost:"));
  const auto none = Send(To("http://no-such-host.invalid/secret"));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kNoHost);
  EXPECT_THAT(none.error().message, StartsWith("no-such-host.invalid: "));
  EXPECT_THAT(none.error().message, Not(HasSubstr("secret")));
}

TEST_F(HttpClient, WhoDoesNotListenWasSentNothing) {
  const tests::Port port;
  const auto answer =
      Send(To("http://127.0.0.1:" + std::to_string(port.number()) + "/secret"));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kNotConnected);
  EXPECT_EQ(answer.error().message,
            "Couldn't connect to server: Connection refused");
}

TEST_F(HttpClient, WhoHangsUpWasSentIt) {
  peer_.answer = "";
  peer_.asked = [this](const std::string&) {
    loop_.Post([this] { peer_.HangUp(); });
  };
  const auto answer = Send(To(peer_.url("/secret")));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kClosed);
  EXPECT_THAT(answer.error().message, Not(HasSubstr("secret")));
}

/// What a body lacks is no fault of the answer.
TEST_F(HttpClient, AHeadIsAnAnswerWhateverBecomesOfTheBody) {
  peer_.asked = [this](const std::string&) {
    loop_.Post([this] { peer_.HangUp(); });
  };
  for (const char* end : {"Content-Length: 100\r\n\r\nx",
                          "Transfer-Encoding: chunked\r\n\r\n9\r\nx",
                          "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n"}) {
    for (const int status : {200, 429}) {
      peer_.answer = "HTTP/1.1 103 x\r\n\r\nHTTP/1.1 " +
                     std::to_string(status) + " x\r\nRetry-After: 7\r\n" + end;
      const auto answer = Send(To(peer_.url()));
      ASSERT_TRUE(answer) << end << answer.error().message;
      EXPECT_EQ(answer->status, status);
      EXPECT_EQ(answer->retry_after, "7");
    }
  }
}

TEST_F(HttpClient, AHeadIsAnAnswerHoweverLongTheBodyTakes) {
  peer_.answer = "HTTP/1.1 202 x\r\nContent-Length: 100\r\n\r\nx";
  Request request = To(peer_.url());
  request.limit = Milliseconds(1000);
  const auto answer = Send(request);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 202);
  EXPECT_EQ(answer->body, "x");
}

TEST_F(HttpClient, WhatHasNoWholeHeadIsNoAnswer) {
  peer_.asked = [this](const std::string&) {
    loop_.Post([this] { peer_.HangUp(); });
  };
  for (const char* answer :
       {"HTTP/1.1 200 OK\r\nA: b\r\n", "HTTP/1.1 103 x\r\n\r\n",
        "HTTP/1.1 103 x\r\n\r\nHTTP/1.1 200 OK\r\n", "\r\n\r\n",
        "<html>ok</html>", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"}) {
    peer_.answer = answer;
    EXPECT_FALSE(Send(To(peer_.url()))) << answer;
  }
}

TEST_F(HttpClient, WhoSpeaksSomethingElseIsNoReceiver) {
  for (const char* said :
       {"220 mail.example.com ESMTP\r\n", "SSH-2.0-x\r\n", "<html>ok</html>"}) {
    peer_.answer = said;
    const auto answer = Send(To(peer_.url()));
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, ErrorCode::kClosed);
    EXPECT_EQ(answer.error().message, "answers, but not in HTTP") << said;
  }
}

TEST_F(HttpClient, WhoNeverAnswersIsNotWaitedForLonger) {
  peer_.answer = "";
  Request request = To(peer_.url());
  request.limit = Milliseconds(1000);
  const auto answer = Send(request);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kTimeout);
  EXPECT_EQ(answer.error().message, "no answer after 1 s");
  peer_.answer = HttpPeer::Answer("200 OK");
  EXPECT_EQ(Send(To(peer_.url()))->status, 200);
}

TEST_F(HttpClient, WhatIsNoUrlIsTold) {
  for (const char* url :
       {"ops", "file:///etc/passwd", "http://a:b@127.0.0.1/"}) {
    const auto answer = Send(To(url));
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, ErrorCode::kInvalid);
  }
}

TEST_F(HttpClient, TheEnvironmentsProxyIsNotAsked) {
  ::setenv("http_proxy", "http://127.0.0.1:1", 1);
  const auto answer = Send(To(peer_.url()));
  ::unsetenv("http_proxy");
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_THAT(peer_.requests[0], StartsWith("POST / HTTP/1.1\r\n"));
}

TEST_F(HttpClient, SoManyAtOnceAndTheOthersInTheirOrder) {
  constexpr std::size_t kMost = Turns::kMost;
  peer_.answer = "";
  std::vector<loop::Pending> pending;
  std::vector<std::size_t> done;
  for (std::size_t i = 0; i < kMost + 3; ++i) {
    pending.push_back(client_->Send(To(peer_.url(), std::to_string(i)),
                                    [&, i](const Result<Response>&) {
                                      done.push_back(i);
                                      if (done.size() == kMost + 2)
                                        loop_.Stop();
                                    }));
  }
  // One that waits is gone before its turn.
  pending[kMost + 1].Cancel();
  peer_.asked = [&](const std::string&) {
    if (peer_.requests.size() == kMost) {
      loop_.Post([&] { peer_.AnswerAll(HttpPeer::Answer("200 OK")); });
    } else if (peer_.requests.size() > kMost) {
      peer_.answer = HttpPeer::Answer("200 OK");
    }
  };
  loop_.Run();
  EXPECT_EQ(peer_.connections, kMost);
  ASSERT_THAT(peer_.requests, SizeIs(kMost + 2));
  std::vector<std::string> last;
  for (std::size_t i = kMost; i < kMost + 2; ++i) {
    last.push_back(tests::BodyOf(peer_.requests[i]));
  }
  EXPECT_THAT(last, testing::UnorderedElementsAre(std::to_string(kMost),
                                                  std::to_string(kMost + 2)));
}

TEST_F(HttpClient, WhoseTurnDoesNotComeWasSentNothing) {
  peer_.answer = "";
  std::vector<loop::Pending> busy;
  for (std::size_t i = 0; i < Turns::kMost; ++i) {
    busy.push_back(client_->Send(To(peer_.url()), Keep()));
  }
  Request request = To(peer_.url());
  request.wait = Milliseconds(10);
  const auto answer = Send(request);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::kNotConnected);
}

TEST_F(HttpClient, AUrlThatHangsKeepsNoOtherWaiting) {
  peer_.answer = "";
  std::vector<loop::Pending> busy;
  for (std::size_t i = 0; i < 2 * Turns::kMost; ++i) {
    busy.push_back(client_->Send(To(peer_.url("/hangs")), Keep()));
  }
  peer_.asked = [&](const std::string& request) {
    const bool other = request.starts_with("POST /other ");
    peer_.answer = other ? HttpPeer::Answer("200 OK") : "";
  };
  EXPECT_EQ(Send(To(peer_.url("/other")))->status, 200);
  // What is gone before its turn could come takes nobody's.
  { const auto gone = client_->Send(To(peer_.url("/hangs")), Keep()); }
  EXPECT_EQ(Send(To(peer_.url("/other")))->status, 200);
}

TEST_F(HttpClient, NobodyIsToldOfWhatIsCancelled) {
  peer_.answer = "";
  auto first = client_->Send(To(peer_.url()), Keep());
  loop::Pending second;
  peer_.asked = [&](const std::string&) {
    if (peer_.requests.size() == 1) {
      first.Cancel();
      peer_.AnswerAll(HttpPeer::Answer("200 OK"));
      second = client_->Send(To(peer_.url()), Keep());
    } else {
      peer_.answer = HttpPeer::Answer("204 No Content");
    }
  };
  loop_.Run();
  ASSERT_THAT(results_, SizeIs(1));
  EXPECT_EQ(results_[0]->status, 204);
}

TEST_F(HttpClient, TheClientMayGoWhileItTells) {
  const auto pending =
      client_->Send(To(peer_.url()), [this](const Result<Response>& result) {
        EXPECT_TRUE(result);
        client_.reset();
        loop_.Post([this] { loop_.Stop(); });
      });
  loop_.Run();
  EXPECT_EQ(client_, nullptr);
}

TEST_F(HttpClient, NobodyIsToldOnceItIsGone) {
  peer_.answer = "";
  const auto pending = client_->Send(To(peer_.url()), Keep());
  const auto named = client_->Send(
      To("http://localhost:" + std::to_string(peer_.port()) + "/"), Keep());
  peer_.asked = [&](const std::string&) {
    client_.reset();
    loop_.Post([this] { loop_.Stop(); });
  };
  loop_.Run();
  EXPECT_THAT(results_, IsEmpty());
}

}  // namespace
}  // namespace base::http
