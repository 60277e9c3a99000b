import { each, type Promised } from '../promise.ts'

export const outdatedWaitsFinished: Promised = {
  promise:
    'After a change of a sender, contact policy or time zone, waiting recipients are checked again, even if the process that made the change died',
  when: 'quiet',
  holds: async ({ rows }) => {
    const subjects = await rows<{ id: string; since: Date | null }>(
      `select coalesce(w.subject_id, s.id) as id, w.since
         from (select id from senders union all select id from organizations) s
              full join outdated_waits w on w.subject_id = s.id`,
    )
    return each(subjects, ({ id, since }) =>
      since === null
        ? null
        : `${id} changed at ${since.toISOString()}, but recipients were not checked again`,
    )
  },
}
