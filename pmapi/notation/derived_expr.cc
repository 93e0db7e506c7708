// A recursive descent by precedence over the tokens, with PCP's words for each
// mistake.
#include "pmapi/notation/derived_expr.h"

#include <optional>

#include "base/pattern.h"
#include "pmapi/notation/derived_constant.h"
#include "pmapi/notation/derived_lexer.h"
#include "pmapi/notation/derived_operators.h"
#include "pmapi/notation/units.h"

namespace pmapi::notation {
namespace {

using pmapi::Semantics;
using pmapi::Type;

constexpr int kMaxDepth = 400;
constexpr int kNone = -1;

bool IsReserved(const std::string& name) {
  return name == "type" || name == "semantics" || name == "units";
}

class DerivedExprReader {
 public:
  explicit DerivedExprReader(std::string_view text)
      : size_(text.size()), lexer_(text), token_(lexer_.Next(false)) {}

  Parsed<DerivedExpr> Read() {
    Expression(kTernary, Initial());
    if (!fault_) ExpectEnd();
    if (fault_) return *fault_;
    return std::move(expr_);
  }

 private:
  void Advance(bool pattern = false) {
    after_name_ = token_.kind == DerivedTokenKind::kName;
    token_ = lexer_.Next(pattern);
  }

  int Fail(const std::string& reason) {
    if (fault_) return kNone;
    const std::size_t last = size_ == 0 ? 0 : size_ - 1;
    const bool bad = token_.kind == DerivedTokenKind::kBad;
    fault_ = Fault{token_.kind == DerivedTokenKind::kEnd ? last : token_.offset,
                   bad ? token_.text : reason};
    return kNone;
  }

  /// An operand ends where no operator follows. `reason` is what is said of
  /// the place that it stands in.
  int FailAfterOperand(const std::string& reason) {
    const bool begins_operand = token_.kind == DerivedTokenKind::kName ||
                                token_.IsNumber() ||
                                token_.kind == DerivedTokenKind::kString ||
                                token_.kind == DerivedTokenKind::kFunction ||
                                token_.Is("!") || token_.Is("=");
    if (after_name_ && begins_operand) {
      return Fail(
          Follows("Arithmetic or relational or boolean operator / NAME"));
    }
    return Fail(reason);
  }

  std::string Initial() const {
    const bool sign = token_.kind == DerivedTokenKind::kSign;
    return sign ? "Unexpected initial '" + token_.text + "'" : "";
  }

  void ExpectEnd() {
    if (token_.kind == DerivedTokenKind::kEnd) return;
    if (token_.Is(")") || token_.Is("(")) {
      const std::string reason = "Unexpected '" + token_.text + "'";
      Advance();
      Fail(reason);
      return;
    }
    FailAfterOperand("");
  }

  bool Expect(std::string_view sign, const std::string& reason) {
    if (fault_) return false;
    if (!token_.Is(sign)) {
      FailAfterOperand(reason);
      return false;
    }
    Advance();
    return true;
  }

  int Add(DerivedNode node) {
    if (fault_) return kNone;
    expr_.nodes.push_back(std::move(node));
    return static_cast<int>(expr_.nodes.size()) - 1;
  }
  int Add(DerivedOp op, int a, int b = kNone, int c = kNone) {
    DerivedNode node;
    node.op = op;
    node.operands = {a, b, c};
    return Add(std::move(node));
  }

  /// All that binds at least as tightly as `precedence`. Where there is no
  /// operand, `missing` is said.
  int Expression(int precedence, const std::string& missing) {
    if (++depth_ > kMaxDepth) return Fail("nested too deeply");
    int left = Operand(missing);
    while (!fault_) {
      if (token_.Is("?") && precedence <= kTernary) {
        left = Choice(left);
        continue;
      }
      const BinaryOperator* op = Binary();
      if (op == nullptr || op->precedence < precedence) break;
      Advance();
      const int right = Expression(op->precedence + 1, Follows(op->operand));
      left = Add(op->op, left, right);
    }
    --depth_;
    return left;
  }

  const BinaryOperator* Binary() const {
    return token_.kind == DerivedTokenKind::kSign
               ? FindBinaryOperator(token_.text)
               : nullptr;
  }

  int Choice(int guard) {
    const std::string after_quest = Follows("Arithmetic expression / QUEST");
    Advance();
    const int chosen = Expression(kTernary, after_quest);
    if (!Expect(":", after_quest)) return kNone;
    const int other =
        Expression(kTernary + 1, Follows("Arithmetic expression / COLON"));
    return Add(DerivedOp::kChoose, guard, chosen, other);
  }

  int Operand(const std::string& missing) {
    switch (token_.kind) {
      case DerivedTokenKind::kInteger:
      case DerivedTokenKind::kDecimal: {
        DerivedNode node = Number();
        if (!fault_) Advance();
        return Add(std::move(node));
      }
      case DerivedTokenKind::kName:
        return Metric();
      case DerivedTokenKind::kFunction:
        return Function();
      case DerivedTokenKind::kSign:
        return Signed(missing);
      case DerivedTokenKind::kEnd:
      case DerivedTokenKind::kString:
      case DerivedTokenKind::kInstance:
      case DerivedTokenKind::kPattern:
      case DerivedTokenKind::kBad:
        break;
    }
    return Fail(missing);
  }

  DerivedNode Number() {
    DerivedNode node;
    node.text = token_.text;
    if (!SetNumber(token_.kind == DerivedTokenKind::kDecimal, &node)) {
      Fail("Constant value too large");
    }
    return node;
  }

  int Metric() {
    if (IsReserved(token_.text)) return Fail("");
    DerivedNode node;
    node.op = DerivedOp::kMetric;
    node.text = token_.text;
    Advance();
    return WithInstance(Add(std::move(node)));
  }

  /// "operand[instance]".
  int WithInstance(int operand) {
    if (token_.kind != DerivedTokenKind::kInstance) return operand;
    DerivedNode node;
    node.op = DerivedOp::kInstance;
    node.operands[0] = operand;
    node.text = token_.text;
    Advance();
    return Add(std::move(node));
  }

  int Signed(const std::string& missing) {
    if (token_.Is("-")) {
      Advance();
      const int operand =
          Expression(kSum + 1, Follows("Arithmetic expression / NEG"));
      return Add(DerivedOp::kNegate, operand);
    }
    if (token_.Is("!")) {
      Advance();
      const int operand =
          Expression(kNegation + 1, Follows("Boolean expression / NOT"));
      return Add(DerivedOp::kNot, operand);
    }
    if (!token_.Is("(")) {
      // PCP has read on before it says so.
      if (missing.starts_with("Unexpected initial")) Advance();
      return Fail(missing);
    }
    Advance();
    const std::string open = "Unexpected initial '('";
    const int inner = Expression(kTernary, open);
    if (!Expect(")", open)) return kNone;
    return WithInstance(inner);
  }

  int Function() {
    const std::string name = token_.text;
    const NameFunction* named = FindNameFunction(name);
    if (named != nullptr) return NameCall(*named);
    if (name == "scalar") return Scalar();
    if (name == "rescale") return Rescale();
    if (name == "matchinst") return Match();
    if (name == "mkconst") return Constant();
    return Anonymous();
  }

  int NameCall(const NameFunction& function) {
    const bool asks = function.op == DerivedOp::kDefined;
    const std::string missing = asks ? ""
                                     : "Metric name expected to follow " +
                                           std::string(function.name) + "(";
    Advance();
    if (token_.kind != DerivedTokenKind::kName || IsReserved(token_.text)) {
      return Fail(missing);
    }
    DerivedNode node;
    node.op = asks ? DerivedOp::kDefined : DerivedOp::kMetric;
    node.text = token_.text;
    Advance();
    if (!token_.Is(")")) return Fail(missing);
    Advance();
    const int operand = Add(std::move(node));
    return asks ? operand : Add(function.op, operand);
  }

  int Scalar() {
    const std::string missing = "<expr> expected to follow scalar(";
    Advance();
    const int operand = Expression(kTernary, missing);
    if (!Expect(")", missing)) return kNone;
    return Add(DerivedOp::kScalar, operand);
  }

  int Rescale() {
    const std::string missing =
        Follows("Arithmetic or relational or boolean operator / rescale(");
    const std::string no_units = Follows("Units string / rescale(<expr>,");
    Advance();
    DerivedNode node;
    node.op = DerivedOp::kRescale;
    node.operands[0] = Expression(kTernary, missing);
    if (!Expect(",", missing)) return kNone;
    if (token_.kind != DerivedTokenKind::kString) return Fail(no_units);
    const std::string units = token_.text;
    Advance();
    if (!token_.Is(")")) return Fail(no_units);
    if (!ReadUnits(units, &node)) return kNone;
    Advance();
    return Add(std::move(node));
  }

  bool ReadUnits(const std::string& text, DerivedNode* node) {
    const auto units = ParseUnits(text);
    if (units) {
      node->desc.units = units->units;
    } else {
      Fail("Illegal units: '" + units.fault().reason + "'");
    }
    return units.has_value();
  }

  int Match() {
    DerivedNode node;
    node.op = DerivedOp::kMatch;
    Advance(true);
    if (token_.Is("!")) {
      node.inverted = true;
      Advance(true);
    }
    if (token_.kind != DerivedTokenKind::kPattern) {
      return Fail("<filter>, <expr>) expected to follow matchinst(");
    }
    const auto pattern = base::Pattern::Compile(token_.text);
    if (!pattern) {
      return Fail("bad regular expression: '" + pattern.error().message + "'");
    }
    node.text = token_.text;
    Advance();
    if (!token_.Is(",")) {
      return Fail(", <expr>) expected to follow matchinst(<filter>");
    }
    Advance();
    const std::string missing =
        "<expr>) expected to follow matchinst(<filter>,";
    node.operands[0] = Expression(kTernary, missing);
    if (!Expect(")", missing)) return kNone;
    return Add(std::move(node));
  }

  int Constant() {
    Advance();
    if (!token_.IsNumber()) return Fail("");
    const bool decimal = token_.kind == DerivedTokenKind::kDecimal;
    DerivedNode node = Number();
    if (fault_) return kNone;
    Advance();
    if (!token_.Is(",")) return Fail("");
    while (token_.Is(",")) {
      Advance();
      if (!Attribute(&node)) return kNone;
    }
    if (!token_.Is(")")) return Fail("");
    if (!GiveType(decimal, &node)) {
      return Fail("Incompatible floating point constant and type '" +
                  pmapi::TypeName(node.desc.type) + "'");
    }
    Advance();
    return Add(std::move(node));
  }

  /// "type=u64" and its kin.
  bool Attribute(DerivedNode* node) {
    const std::string what = token_.text;
    const bool known =
        token_.kind == DerivedTokenKind::kName && IsReserved(token_.text);
    if (known) Advance();
    const bool given = known && token_.Is("=");
    if (given) Advance();
    const bool value = token_.kind == DerivedTokenKind::kString ||
                       token_.kind == DerivedTokenKind::kName ||
                       token_.kind == DerivedTokenKind::kInteger;
    if (!given || !value) {
      Fail("");
      return false;
    }
    if (!SetAttribute(what, node)) return false;
    Advance();
    return true;
  }

  bool SetAttribute(const std::string& what, DerivedNode* node) {
    if (what == "units") return ReadUnits(token_.text, node);
    if (SetTypeOrSemantics(what, token_.text, &node->desc)) return true;
    Fail("Unrecognized value for " + what + " '" + token_.text + "'");
    return false;
  }

  /// "anon(PM_TYPE_U32)".
  int Anonymous() {
    constexpr std::string_view kPrefix = "PM_TYPE_";
    const std::string missing = "Metric name expected to follow anon(";
    Advance();
    if (token_.kind != DerivedTokenKind::kName) return Fail(missing);
    const std::string word = token_.text;
    const auto type = word.starts_with(kPrefix)
                          ? TypeOf(word.substr(kPrefix.size()))
                          : std::nullopt;
    if (!type) return Fail("type=" + word + " not allowed for anon()");
    Advance();
    if (!token_.Is(")")) return Fail(missing);
    Advance();
    DerivedNode node;
    node.op = DerivedOp::kNothing;
    node.desc.type = *type;
    node.desc.semantics = Semantics::kDiscrete;
    return Add(std::move(node));
  }

  std::size_t size_;
  DerivedLexer lexer_;
  DerivedToken token_;
  bool after_name_ = false;  // the token before was a name
  int depth_ = 0;
  DerivedExpr expr_;
  std::optional<Fault> fault_;
};

}  // namespace

Parsed<DerivedExpr> ParseDerived(std::string_view text) {
  return DerivedExprReader(text).Read();
}

}  // namespace pmapi::notation
