// Usual fields: names that entries of a journal and of the kernel's log most
// often have, for "did you mean". Others may be there.
#ifndef TOCSIN_ENGINE_CHECK_USUAL_FIELDS_H_
#define TOCSIN_ENGINE_CHECK_USUAL_FIELDS_H_

#include <string>

namespace engine::check {

/// The usual field that was probably meant by `name`, in small letters, where
/// the texts NAME=VALUE are values of `metric`; empty: none, or `name` is one.
/// Source: systemd.journal-fields(7); the kernel's dev_printk().
std::string UsualFieldMeant(const std::string& name, const std::string& metric);

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_USUAL_FIELDS_H_
