// Globs that may have instances in common are taken together and apart.
#include "rules/site/instance_class.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "base/overloaded.h"
#include "base/pattern.h"
#include "rules/site/glob.h"

namespace rules::site {
namespace {

namespace ast = grammar::ast;
/// Levels, each with another glob of instances.
using Globs = std::vector<const Level*>;

bool Contains(const Globs& globs, const Level& one) {
  return std::any_of(globs.begin(), globs.end(), [&](const Level* other) {
    return other->instances == one.instances;
  });
}

std::vector<std::string> TextsOf(const Globs& globs) {
  std::vector<std::string> texts;
  for (const Level* one : globs) texts.push_back(one->instances);
  return texts;
}

/// In the order of levels, each once.
Globs GlobsOf(const Template& from, const SiteFile& site,
              const std::string& host) {
  Globs globs;
  for (const Level& level : site.levels) {
    const bool new_one = !level.instances.empty() && !Contains(globs, level);
    const bool ours =
        std::any_of(level.settings.begin(), level.settings.end(),
                    [&](const Setting& one) { return one.rule == from.name; });
    if (new_one && ours && site.Applies(level, host)) {
      globs.push_back(&level);
    }
  }
  return globs;
}

/// Whether some instance may be of both. Of one name that is known: it is
/// matched as the rules match it.
bool Meet(const Level& a, const Level& b) {
  if (IsOneName(a.instances)) return b.pattern->Matches(a.instances);
  if (IsOneName(b.instances)) return a.pattern->Matches(b.instances);
  return MayMeet(a.instances, b.instances);
}

bool MeetsAll(const Globs& globs, const Level& one) {
  return std::all_of(globs.begin(), globs.end(),
                     [&](const Level* other) { return Meet(*other, one); });
}

/// A glob of one name decides which others it matches.
InstanceClass ClassOfName(const Level& name, const Globs& globs) {
  InstanceClass made;
  made.in.push_back(name.instances);
  for (const Level* one : globs) {
    if (one != &name && Meet(*one, name)) made.in.push_back(one->instances);
  }
  return made;
}

/// All sets of `wild` whose globs may have an instance in common.
std::optional<std::vector<Globs>> SetsOf(const Globs& wild) {
  std::vector<Globs> sets{{}};
  for (const Level* one : wild) {
    const std::size_t before = sets.size();
    for (std::size_t i = 0; i < before; ++i) {
      if (!MeetsAll(sets[i], *one)) continue;
      if (sets.size() == kMostClasses) return std::nullopt;
      Globs with = sets[i];
      with.push_back(one);
      sets.push_back(std::move(with));
    }
  }
  return sets;
}

std::string AnyOf(const std::vector<std::string>& globs) {
  std::string any;
  for (const std::string& one : globs) {
    any += (any.empty() ? "" : "|") + *RegexOfGlob(one);
  }
  return any;
}

ast::ExprPtr Matching(bool negated, std::string pattern, ast::ExprPtr operand) {
  const grammar::Span span = operand->span;
  return std::make_unique<ast::Expr>(ast::Expr{
      ast::Match{negated, std::move(pattern), std::move(operand)}, span});
}

void Wrap(const InstanceClass& instances, ast::ExprPtr* expr) {
  for (const std::string& one : instances.in) {
    *expr = Matching(false, *RegexOfGlob(one), std::move(*expr));
  }
  if (!instances.out.empty()) {
    *expr = Matching(true, AnyOf(instances.out), std::move(*expr));
  }
}

/// Where conditions of a truth are about instances.
struct Found {
  bool instances_reduced = false;        // somewhere, to one value
  std::vector<ast::ExprPtr*> some_inst;  // operands, at most beside &&
};

bool ReducesInstances(const ast::Expr& expr) {
  const auto any = [](const ast::ExprPtr& one) {
    return one != nullptr && ReducesInstances(*one);
  };
  return std::visit(
      base::Overloaded{
          [&](const ast::Reduce& reduce) {
            return reduce.domain == ast::Domain::kInst || any(reduce.operand);
          },
          [&](const ast::Unary& unary) { return any(unary.operand); },
          [&](const ast::Binary& binary) {
            return any(binary.left) || any(binary.right);
          },
          [&](const ast::Match& match) { return any(match.operand); },
          [](const auto&) { return false; }},
      expr.node);
}

void Look(ast::ExprPtr* expr, Found* found) {
  auto* binary = std::get_if<ast::Binary>(&(*expr)->node);
  if (binary != nullptr && binary->op == ast::BinaryOp::kAnd) {
    Look(&binary->left, found);
    return Look(&binary->right, found);
  }
  auto* reduce = std::get_if<ast::Reduce>(&(*expr)->node);
  const bool some = reduce != nullptr && reduce->domain == ast::Domain::kInst &&
                    reduce->reduction.reducer == ast::Reducer::kSome;
  if (some) {
    found->some_inst.push_back(&reduce->operand);
  } else {
    found->instances_reduced |= ReducesInstances(**expr);
  }
}

/// Whether it is of truths, and so of members that can be left out.
bool IsTruth(const ast::Expr& expr) {
  return std::visit(
      base::Overloaded{[](const ast::Unary& unary) {
                         return unary.op == ast::UnaryOp::kNot;
                       },
                       [](const ast::Binary& binary) {
                         return binary.op >= ast::BinaryOp::kLess;
                       },
                       [](const ast::Reduce& reduce) {
                         return ast::IsQuantifier(reduce.reduction.reducer);
                       },
                       [](const ast::Match&) { return true; },
                       [](const auto&) { return false; }},
      expr.node);
}

bool RestrictCondition(const InstanceClass& instances,
                       ast::ExprPtr* condition) {
  if (!IsTruth(**condition)) return false;
  Found found;
  Look(condition, &found);
  if (found.some_inst.size() > 1) return false;
  if (found.some_inst.size() == 1) {
    Wrap(instances, found.some_inst[0]);
    return true;
  }
  if (found.instances_reduced) return false;
  Wrap(instances, condition);
  return true;
}

}  // namespace

bool InstanceClass::Has(const Level& level) const {
  return level.instances.empty() ||
         std::find(in.begin(), in.end(), level.instances) != in.end();
}

std::vector<InstanceClass> ClassesOf(const Template& from, const SiteFile& site,
                                     const std::string& host) {
  const Globs globs = GlobsOf(from, site, host);
  Globs wild;
  std::copy_if(globs.begin(), globs.end(), std::back_inserter(wild),
               [](const Level* one) { return !IsOneName(one->instances); });
  const auto sets = SetsOf(wild);
  const std::size_t names = globs.size() - wild.size();
  if (!sets || sets->size() + names > kMostClasses) return {};
  std::vector<InstanceClass> classes;
  for (const Globs& in : *sets) {
    InstanceClass made{TextsOf(in), {}};
    for (const Level* one : globs) {
      if (!Contains(in, *one) && MeetsAll(in, *one)) {
        made.out.push_back(one->instances);
      }
    }
    classes.push_back(std::move(made));
  }
  for (const Level* one : globs) {
    if (IsOneName(one->instances)) classes.push_back(ClassOfName(*one, globs));
  }
  return classes;
}

bool Restrict(const InstanceClass& instances, ast::Expr* expr) {
  if (instances.IsAll()) return true;
  if (auto* rule = std::get_if<ast::Rule>(&expr->node)) {
    return RestrictCondition(instances, &rule->condition);
  }
  auto whole = std::make_unique<ast::Expr>(std::move(*expr));
  const bool done = RestrictCondition(instances, &whole);
  *expr = std::move(*whole);
  return done;
}

}  // namespace rules::site
