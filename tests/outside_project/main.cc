#include <ect/adversary.h>
#include <ect/bounds.h>
#include <ect/count.h>
#include <ect/error.h>
#include <ect/format.h>
#include <ect/random.h>
#include <ect/referee.h>
#include <ect/regret.h>
#include <ect/schedule.h>
#include <ect/seeding.h>
#include <ect/simulate.h>
#include <ect/tournament.h>
#include <ect/walk.h>

// Every public header compiles alone from the installed place, and the library links.
int main() {
  const ect::Schedule schedule = ect::error_correcting(8, 3);
  const ect::Player champion =
      ect::descend(schedule, [](std::uint32_t) { return ect::Side::kLeft; });
  ect::Simulation simulation;
  simulation.trials = 10;
  return champion < 8 && ect::simulate(simulation).success == 1 ? 0 : 1;
}
