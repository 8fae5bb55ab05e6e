// Plays tournaments with the installed library and needs no other.
#include <ect/schedule.h>
#include <ect/simulate.h>
#include <ect/tournament.h>
#include <ect/walk.h>

int main() {
  const ect::Schedule schedule = ect::error_correcting(8, 3);
  const ect::Player champion =
      ect::descend(schedule, [](std::uint32_t) { return ect::Side::kLeft; });
  ect::Tournament tournament(ect::error_correcting(2, 1), {"Ann", "Bob"});
  tournament.record(0, ect::Side::kRight);
  ect::Simulation simulation;
  simulation.trials = 10;
  return champion < 8 && tournament.name(*tournament.champion()) == "Bob" &&
                 ect::simulate(simulation).success == 1
             ? 0
             : 1;
}
