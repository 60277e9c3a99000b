import { Anchor, Button, Paper, Stack, Tabs, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { webhookSecretQuery } from '../../api/account/organization.ts'
import { useMay } from '../../api/account/session.ts'
import { ForAdmins } from '../../components/for-admins.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SecretField } from '../../components/secret-field.tsx'
import { Snippet } from '../../components/snippet.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { RotateWebhookSecret } from './rotate-webhook-secret.tsx'

const receivers = [
  {
    name: 'JavaScript',
    code: `import { Webhook } from 'standardwebhooks'

// body: the text of the webhook request's body, before JSON.parse
const payload = new Webhook(process.env.SPINDLE_WEBHOOK_SECRET).verify(body, request.headers)`,
  },
  {
    name: 'Python',
    code: `from standardwebhooks import Webhook

# body: the text of the webhook request's body, before json.loads
payload = Webhook(os.environ["SPINDLE_WEBHOOK_SECRET"]).verify(body, request.headers)`,
  },
] as const

export function WebhookSigningPage() {
  const isAdmin = useMay('admin')
  const secret = useQuery({ ...webhookSecretQuery, enabled: isAdmin })
  const [isRotating, setRotating] = useState(false)
  return (
    <>
      <PageHeader
        title={t('Webhook signing')}
        description={t(
          'With this secret, receivers of your webhook steps can check that a request is yours.',
        )}
        actions={
          isAdmin && (
            <Button
              variant="default"
              leftSection={<RefreshCw size={16} aria-hidden />}
              disabled={!secret.isSuccess}
              onClick={() => setRotating(true)}
            >
              {t('Rotate secret')}
            </Button>
          )
        }
      />
      <Stack gap="xl">
        {isAdmin ? (
          <Loaded query={secret}>
            {(data) => (
              <Paper withBorder p="md">
                <SecretField label={t('Secret')} value={data.secret} />
              </Paper>
            )}
          </Loaded>
        ) : (
          <ForAdmins isWholePage>
            {t('Only admins and owners of the organization can see and rotate the webhook secret.')}
          </ForAdmins>
        )}
        <Receivers />
      </Stack>
      {isRotating && (
        <RotateWebhookSecret
          previousUntil={secret.data?.previousUntil ?? null}
          close={() => setRotating(false)}
        />
      )}
    </>
  )
}

/** Shows how a receiver checks the signature of a webhook. */
function Receivers() {
  return (
    <section aria-labelledby="receivers">
      <Title order={2} id="receivers" mb={4}>
        {t('Check webhooks in your receiver')}
      </Title>
      <Text c="dimmed" mb="sm">
        {rich(
          'Webhooks are signed as <link>Standard Webhooks</link> describes. A webhook may arrive twice after a lost connection, always with the same webhook-id. Ignore ids that you have seen.',
          {
            link: (
              <Anchor
                href="https://www.standardwebhooks.com"
                target="_blank"
                rel="noreferrer"
                underline="always"
              />
            ),
          },
        )}
      </Text>
      <Tabs defaultValue={t('JavaScript')} keepMounted={false}>
        <Tabs.List mb="sm">
          {receivers.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {receivers.map(({ name, code }) => (
          <Tabs.Panel key={name} value={name}>
            <Snippet label={t('code in {name}', { name })} code={code} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </section>
  )
}
