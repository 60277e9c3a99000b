import { Alert, Code } from '@mantine/core'
import { Unplug } from 'lucide-react'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { reachOf } from './reach.ts'

/** Warns if sources cannot reach the webhook URL, or if it is not an https URL. */
export function LocalAddress({ url }: { url: string }) {
  const reach = reachOf(url)
  if (reach === 'everybody')
    return url.startsWith('https:') ? null : (
      <Alert color="yellow" icon={<Unplug />} title={t('Most sources post only to https URLs')}>
        {rich(
          'This webhook URL begins with http. The operator of this service must put it behind https and set <code>PUBLIC_API_URL</code> to the https address.',
          { code: <Code /> },
        )}
      </Alert>
    )
  return (
    <Alert
      color="yellow"
      icon={<Unplug />}
      title={
        reach === 'nobody'
          ? t('Nobody outside this machine can reach this webhook URL')
          : t('Only your network can reach this webhook URL')
      }
    >
      {rich(
        'CRMs and forms post from the internet. The operator of this service must set <code>PUBLIC_API_URL</code> to the public address and restart the service; the webhook URL then begins with that address.',
        { code: <Code /> },
      )}
    </Alert>
  )
}
