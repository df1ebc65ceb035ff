#pragma once

#include "policy/cfengine/checking/check_context.h"

namespace vow::cfengine {

/// Warns of a `services` promise that no bundle keeps (semantics of services: the bundle of its
/// `service_method`, the one named after it, or `standard_services`) and that the module of the
/// type cannot keep either.
void check_service(const ast::Bundle& bundle, const ast::Promise& promise, CheckContext& checking);

} // namespace vow::cfengine
