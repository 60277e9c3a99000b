import { Text } from '@mantine/core'
import type { Spinner } from '../../../api/schema.ts'
import { triggerCurl } from '../../../components/curl.ts'
import { GuideLink } from '../../../components/guide/guide-link.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { Snippet } from '../../../components/snippet.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'

/** Shows the API request with which a CRM or a program starts the spinner. */
export function ConnectSpinner({ spinner }: { spinner: Spinner }) {
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {rich(
          'A CRM or a program starts the spinner with this request. It needs an <link>API key</link> with the scope “trigger”.',
          {
            link: <AnchorLink inherit underline="always" to="/api-keys" />,
          },
        )}
        {spinner.status === 'draft' &&
          t(' Until the spinner is published, requests to start it get the answer 404.')}{' '}
        <GuideLink page="api/triggers" />
      </Text>
      <Snippet code={triggerCurl(spinner.id)} label={t('trigger command')} />
    </>
  )
}
