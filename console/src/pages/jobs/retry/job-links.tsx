import { Fragment } from 'react'
import type { Job } from '../../../api/schema.ts'
import { shortIdOf } from '../../../components/job/short-id.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { Moment } from '../../../components/time/moment.tsx'
import { t } from '../../../languages/text.ts'

/** Links to the job whose failed recipients this job retries, and to the retries of this job. */
export function JobLinks({ job: { retryOf, retries } }: { job: Job }) {
  return (
    <>
      {retryOf !== null && (
        <AnchorLink to="/jobs/$jobId" params={{ jobId: retryOf }} underline="always">
          {t('This job retries failed recipients of job {id}', { id: shortIdOf(retryOf) })}
        </AnchorLink>
      )}
      {retries.length > 0 && (
        <span>
          {t('Jobs that retry failed recipients of this job:')}{' '}
          {retries.map(({ id, createdAt }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <AnchorLink to="/jobs/$jobId" params={{ jobId: id }} underline="always">
                {t('job {id}', { id: shortIdOf(id) })}
              </AnchorLink>{' '}
              <Moment at={createdAt} />
            </Fragment>
          ))}
        </span>
      )}
    </>
  )
}
