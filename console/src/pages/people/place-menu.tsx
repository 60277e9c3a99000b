import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../api/account/session.ts'
import { jobQuery } from '../../api/job/jobs.ts'
import { type ActedRecipient, mayActOn } from '../../api/job/recipient-acts.ts'
import { spinnerVersionQuery } from '../../api/spinner/spinners.ts'
import { RecipientMenu } from '../jobs/recipients/acts/recipient-menu.tsx'

/** The menu of acts on a person in one job. */
export function PlaceMenu({
  jobId,
  recipient,
  name,
}: {
  jobId: string
  recipient: ActedRecipient
  name: string
}) {
  const isEditor = useMay('editor')
  const { data: job } = useQuery({ ...jobQuery(jobId), enabled: isEditor })
  const { data: version } = useQuery({
    ...spinnerVersionQuery(job?.spinnerId ?? '', job?.spinnerVersion ?? 0),
    enabled: job !== undefined,
  })
  if (job === undefined || version === undefined || !mayActOn(job)) return null
  return (
    <Box style={{ float: 'right' }}>
      <RecipientMenu jobId={jobId} recipient={recipient} name={name} steps={version.steps} />
    </Box>
  )
}
