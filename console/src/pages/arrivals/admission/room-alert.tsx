import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { arrivalSpaceQuery } from '../../../api/arrival/arrivals.ts'
import { t } from '../../../languages/text.ts'

const pollEveryMs = 30_000

/**
 * Warns when the held arrivals reach the organization's limit or are near it. Renders nothing while there is
 * plenty of room.
 */
export function SpaceAlert() {
  const { data } = useQuery({ ...arrivalSpaceQuery, refetchInterval: pollEveryMs })
  if (data === undefined || data.level === 'plenty') return null
  const percent = Math.min(100, Math.floor((data.heldBytes / data.limitBytes) * 100))
  return data.level === 'full' ? (
    <Alert color="red" icon={<TriangleAlert />} title={t('No room for more held arrivals')} mb="md">
      {t(
        'Open data tables now refuse arrivals that do not fit, with the status 503. Sources that do not retry lose these records. Admit or discard held arrivals.',
      )}
    </Alert>
  ) : (
    <Alert
      color="yellow"
      icon={<TriangleAlert />}
      title={t('Held arrivals fill {percent} % of their storage space', { percent })}
      mb="md"
    >
      {t(
        'When the storage space is full, open data tables refuse arrivals that do not fit, with the status 503. Admit or discard held arrivals.',
      )}
    </Alert>
  )
}
