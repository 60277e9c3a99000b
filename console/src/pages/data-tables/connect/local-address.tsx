import { Alert, Code } from '@mantine/core'
import { Unplug } from 'lucide-react'
import { reachOf } from './reach.ts'

/** Warns if sources cannot reach the webhook URL, or if it is not an https URL. */
export function LocalAddress({ url }: { url: string }) {
  const reach = reachOf(url)
  if (reach === 'everybody')
    return url.startsWith('https:') ? null : (
      <Alert color="yellow" icon={<Unplug />} title="Most sources post only to https URLs">
        This webhook URL begins with http. The operator of this service must put it behind https and set{' '}
        <Code>PUBLIC_API_URL</Code> to the https address.
      </Alert>
    )
  return (
    <Alert
      color="yellow"
      icon={<Unplug />}
      title={
        reach === 'nobody'
          ? 'Nobody outside this machine can reach this webhook URL'
          : 'Only your network can reach this webhook URL'
      }
    >
      CRMs and forms post from the internet. The operator of this service must set <Code>PUBLIC_API_URL</Code>{' '}
      to the public address and restart the service; the webhook URL then begins with that address.
    </Alert>
  )
}
