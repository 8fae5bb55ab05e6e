// The best of a hundred by a judge who is wrong now and then: with a callback, and with an event
// loop of one's own that has several questions open at a time.
#include <ect/random.h>
#include <ect/select.h>

#include <iostream>
#include <vector>

int main() {
  constexpr ect::Player kItems = 100;
  const ect::SelectOptions options{.tournament = "ect:3", .seed = 7};

  // Item 0 is the best. The judge is wrong in the 10th and the 30th game.
  int games = 0;
  const ect::Selection done = ect::select(
      kItems,
      [&](const ect::Question& question) {
        ++games;
        const bool right = games != 10 && games != 30;
        return (question.first < question.second) == right ? ect::Verdict::kFirst
                                                           : ect::Verdict::kSecond;
      },
      options);
  std::cout << "the best is item " << *done.champion() << ", after " << done.games().size()
            << " games; somebody else is only if " << *done.overturned_by()
            << " results were wrong\n";

  // The same, pulled: ask as many questions as you like, answer them in any order.
  ect::Selection selection(kItems, options);
  std::vector<ect::Question> open;
  while (!selection.over()) {
    while (const auto question = selection.next()) open.push_back(*question);
    const ect::Question question = open.back();
    open.pop_back();
    const ect::Verdict verdict =
        question.first < question.second ? ect::Verdict::kFirst : ect::Verdict::kSecond;
    selection.answer(question.key, verdict, question.judge);
  }
  return *done.champion() == 0 && *selection.champion() == 0 ? 0 : 1;
}
