/* The C interface: train on an array, predict, choose. */
#include <ect/ect.h>
#include <stdio.h>

static int smaller(uint32_t first, uint32_t second, uint64_t seed, void* context) {
  return (void)seed, (void)context, first < second ? ECT_FIRST : ECT_SECOND;
}

int main(void) {
  const float values[] = {1, 1, 2, 1, 1, 9, 2, 9, 9, 1, 9, 2};
  const uint32_t labels[] = {0, 0, 1, 1, 2, 2};
  const char* const names[] = {"a", "b", "c"};
  const ect_matrix matrix = {6, 2, values, NULL, NULL};
  ect_model* model = NULL;
  uint32_t found[6], winner = 0;
  if (ect_train(&matrix, labels, 3, names, NULL, NULL, &model) != ECT_OK ||
      ect_predict(model, &matrix, found, 1) != ECT_OK ||
      ect_select(10, "ect:2", 1, smaller, NULL, &winner, NULL) != ECT_OK) {
    fprintf(stderr, "%s\n", ect_last_error());
    return 1;
  }
  printf("ect %s: %s, the best is %u\n", ect_version(), ect_model_label(model, found[5]), winner);
  ect_model_free(model);
  return found[5] == 2 && winner == 0 ? 0 : 1;
}
