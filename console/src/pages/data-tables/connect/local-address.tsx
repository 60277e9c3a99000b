import { Alert, Code } from '@mantine/core'
import { Unplug } from 'lucide-react'
import { reachOf } from './reach.ts'

/** Warns if sources cannot reach the webhook URL, or if it is not an https URL. */
export function LocalAddress({ url }: { url: string }) {
  const reach = reachOf(url)
  if (reach === 'everybody')
    return url.startsWith('https:') ? null : (
      <Alert color="yellow" icon={<Unplug />} title="Most sources post to https only">
        This URL begins with http. The operator of this service puts it behind https and sets{' '}
        <Code>PUBLIC_API_URL</Code> to that address.
      </Alert>
    )
  return (
    <Alert
      color="yellow"
      icon={<Unplug />}
      title={
        reach === 'nobody'
          ? 'Nobody outside this machine can reach this URL'
          : 'Only your network can reach this URL'
      }
    >
      CRMs and forms post from the internet. The operator of this service sets <Code>PUBLIC_API_URL</Code> to
      the public address and restarts the service; this URL then begins with that address.
    </Alert>
  )
}
