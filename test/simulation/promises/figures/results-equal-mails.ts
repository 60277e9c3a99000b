import { SpinnerResultsStore } from '../../../../src/ports/job/spinner-results.ts'
import type { Promised } from '../promise.ts'

interface LoggedMails {
  readonly spinner: string
  readonly mails: number
}

/**
 * Compares the results with the mails that servers accepted, or refused for good. Erasures delete mails of the log,
 * and a mail in doubt may have been accepted, so the results lie between the mails of the log and these mails. Mails of
 * times that the clock showed twice may be missing, because the results are counted by time, and so may mails in doubt
 * to which a person reacted later.
 */
export const resultsEqualMails: Promised = {
  promise: 'The results of a spinner count each mail that was sent once',
  when: 'quiet',
  holds: async ({ api, demo, model, rows, shared: { setsBack } }) => {
    const logged = await rows<LoggedMails>(
      `select j.spinner_id as spinner, count(*)::int as mails
         from message_log m join jobs j on j.id = m.job_id
        where j.organization_id = $1 and m.status not in ('failed', 'unconfirmed')
          and not exists (
            select from message_results d
             where d.job_id = m.job_id and d.slice = m.slice and d.record_id = m.record_id and d.step = m.step
               and d.status = 'unconfirmed')
          and not exists (
            select from unnest($2::timestamptz[], $3::timestamptz[]) as twice(first, last)
             where m.created_at between twice.first and twice.last)
        group by 1`,
      [demo.organizationId, setsBack.map(({ from }) => from), setsBack.map(({ to }) => to)],
    )
    const jobs = await rows<{ id: string; spinner: string }>(
      'select id, spinner_id as spinner from jobs where organization_id = $1',
      [demo.organizationId],
    )
    const spinnerOf = new Map(jobs.map(({ id, spinner }) => [id, spinner]))
    const answered = Map.groupBy(
      // A mail to an unknown mailbox failed, and counts as sent and bounced.
      model.sent.all.filter(
        ({ kind, jobId, isTaken, outcome }) =>
          kind === 'email' && jobId !== null && (isTaken || outcome === 'failed'),
      ),
      ({ jobId }) => spinnerOf.get(jobId ?? ''),
    )
    const results = await api.get(SpinnerResultsStore).list(demo.organizationId, null)
    const violations = results.flatMap(({ spinnerId, sent }) => {
      const least = logged.find(({ spinner }) => spinner === spinnerId)?.mails ?? 0
      const most = answered.get(spinnerId)?.length ?? 0
      const words = `the results of spinner ${spinnerId} have ${sent} sent mails`
      if (sent < least) return [`${words}, and the log has ${least}`]
      return sent > most ? [`${words}, and servers accepted or refused ${most}`] : []
    })
    return { compared: results.length, violations }
  },
}
