// The best of a hundred items by a judge who is wrong twice.
#include <ect/select.h>

#include <iostream>

int main() {
  int games = 0;
  const auto judge = [&](const ect::Question& question) {
    ++games;
    const bool right = games != 10 && games != 30;  // item 0 is the best, then 1, ...
    return (question.first < question.second) == right ? ect::Verdict::kFirst
                                                       : ect::Verdict::kSecond;
  };
  const ect::Selection selection = ect::select(100, judge, {.tournament = "ect:3"});
  std::cout << "the best is item " << *selection.champion() << " after " << games << " games; if "
            << "it is another one, " << *selection.overturned_by() << " results were wrong\n";
  return *selection.champion() == 0 ? 0 : 1;
}
