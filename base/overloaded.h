// Overloaded: lambdas joined into one visitor for std::visit.
#ifndef TOCSIN_BASE_OVERLOADED_H_
#define TOCSIN_BASE_OVERLOADED_H_

namespace base {

/// std::visit(Overloaded{[](const A&) {...}, [](const B&) {...}}, variant).
template <typename... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <typename... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

}  // namespace base

#endif  // TOCSIN_BASE_OVERLOADED_H_
