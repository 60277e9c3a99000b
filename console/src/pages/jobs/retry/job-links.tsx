import { Fragment } from 'react'
import type { Job } from '../../../api/schema.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { Moment } from '../../../components/moment.tsx'

/** The job whose failed recipients it runs again, and those that run its own again. */
export function JobLinks({ job: { retryOf, retries } }: { job: Job }) {
  return (
    <>
      {retryOf !== null && (
        <AnchorLink to="/jobs/$jobId" params={{ jobId: retryOf }} underline="always">
          Retry of another job
        </AnchorLink>
      )}
      {retries.length > 0 && (
        <span>
          Retried{' '}
          {retries.map(({ id, createdAt }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <AnchorLink to="/jobs/$jobId" params={{ jobId: id }} underline="always">
                <Moment at={createdAt} />
              </AnchorLink>
            </Fragment>
          ))}
        </span>
      )}
    </>
  )
}
