// The same selection from an event loop: several questions are open at a time, and answers come in
// any order.
#include <ect/select.h>

#include <iostream>
#include <vector>

int main() {
  ect::Selection selection(100, {.tournament = "ect:3", .seed = 7});
  std::vector<ect::Question> open;
  while (!selection.over()) {
    while (const auto question = selection.next()) open.push_back(*question);
    const ect::Question question = open.back();
    open.pop_back();
    const ect::Verdict verdict =
        question.first < question.second ? ect::Verdict::kFirst : ect::Verdict::kSecond;
    selection.answer(question.key, verdict, question.judge);
  }
  std::cout << "the best is item " << *selection.champion() << '\n';
  return *selection.champion() == 0 ? 0 : 1;
}
