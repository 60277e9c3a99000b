import { each, type Promised } from '../promise.ts'

/** Leaves out organizations with a sender that cannot send at the end of the run: people then wait for it, too. */
export const paceWaitsEnd: Promised = {
  promise: 'Everybody who waits for the pace of a spinner gets the message in the end',
  when: 'end',
  holds: async ({ rows, demo }) => {
    const recipients = await rows<{ job: string; record: string; due: Date; waits: boolean }>(
      `select r.job_id as job, r.record_id::text as record, r.due_at as due,
              r.status = 'waiting' and r.reason = 'SPINNER_PACE' as waits
         from jobs j join spinner_paces p on p.spinner_id = j.spinner_id join recipients r on r.job_id = j.id
        where j.organization_id = $1 and j.status in ('running', 'completed')
          and not exists (select from organization_departures d where d.organization_id = j.organization_id)
          and not exists (
            select from senders x left join sender_breakers b on b.sender_id = x.id and b.paused_at is not null
             where x.organization_id = j.organization_id and (x.status <> 'connected' or b.sender_id is not null))`,
      [demo.organizationId],
    )
    return each(recipients, ({ job, record, due, waits }) =>
      waits ? `record ${record} of job ${job} waits until ${due.toISOString()}` : null,
    )
  },
}
