type Call<Input> = {
  mutate: (input: Input, options: { onSuccess: () => void }) => void
  reset: () => void
}

/**
 * Returns how a dialog sends its call and is left. It is left when the call succeeds, unless it was left before, and is perhaps open again
 * for other entries: the options of `mutate` have no effect after `reset`. If more than closing depends on that, use `useDialogOfCall`.
 */
export function closingCall<Input>({ mutate, reset }: Call<Input>, close: () => void) {
  const leave = () => {
    reset()
    close()
  }
  return { send: (input: Input) => mutate(input, { onSuccess: leave }), leave }
}
