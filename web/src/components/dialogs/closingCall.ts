type Call<Input> = {
  mutate: (input: Input, options: { onSuccess: () => void }) => void
  reset: () => void
}

/**
 * Returns functions that send a dialog's call and close the dialog. A call that succeeds closes it, unless it was closed before: the
 * options of `mutate` have no effect after `reset`. If more than closing depends on that, use `useDialogOfCall`.
 */
export function closingCall<Input>({ mutate, reset }: Call<Input>, close: () => void) {
  const leave = () => {
    reset()
    close()
  }
  return { send: (input: Input) => mutate(input, { onSuccess: leave }), leave }
}
