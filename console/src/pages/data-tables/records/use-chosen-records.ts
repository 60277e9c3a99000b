import { useState } from 'react'

export interface ChosenRecords {
  readonly ids: ReadonlySet<string>
  readonly choose: (ids: readonly string[], isOn: boolean) => void
  readonly clear: () => void
}

/** Holds the ids of the records whose checkboxes are ticked. */
export function useChosenRecords(): ChosenRecords {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return {
    ids: chosen,
    choose: (ids, isOn) => {
      const next = new Set(chosen)
      for (const id of ids) {
        if (isOn) next.add(id)
        else next.delete(id)
      }
      setChosen(next)
    },
    clear: () => setChosen(new Set()),
  }
}
