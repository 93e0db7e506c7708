// Which evaluator the switches ask for.
#include "tests/support/spec/members.h"
#include "tests/support/spec/node_machine.h"

namespace spec {

std::unique_ptr<Evaluator> MakeEvaluator(Sampler* sampler) {
  return sampler->switches().members ? MakeMemberEvaluator(sampler)
                                     : MakeNodeEvaluator(sampler);
}

}  // namespace spec
