import type { Promised } from '../promise.ts'

/** Begins again after the restore of a backup, whose revisions are lower. */
export const noEditLost: Promised = {
  promise: 'An edit of an outdated revision changes nothing, and no accepted edit is lost',
  when: 'quiet',
  holds: async ({ model, rows }) => {
    const revised = [...model.revised.values()]
    if (revised.length === 0) return { compared: 0, violations: [] }
    const stored = await rows<{ id: string; name: string }>(
      `select id, name from stored_spinners where id = any($1::uuid[])
       union all select id, name from stored_data_tables where id = any($1::uuid[])`,
      [revised.map(({ id }) => id)],
    )
    const names = new Map(stored.map(({ id, name }) => [id, name]))
    const violations = revised.flatMap((thing) => {
      const possible = thing.possibleNames
      const name = names.get(thing.id)
      const isLost = name !== undefined && possible.length > 0 && !possible.includes(name)
      return [
        ...thing.takeFaults(),
        ...(isLost ? [`"${possible[0]}" was accepted, and "${name}" is stored`] : []),
      ]
    })
    return { compared: revised.length, violations }
  },
}
