/**
 * Returns an update of a state that clears what was saved. Keeps the state if the user has changed it since it was
 * sent, because the newer choice or text is not saved yet.
 */
export const unlessChanged =
  <State>(sent: State, cleared: State) =>
  (present: State): State =>
    present === sent ? cleared : present
