import { Button, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Sender } from '../../../api/schema.ts'
import { useConnect } from '../../../api/sender/senders.ts'
import { ProblemAlert } from '../../../components/problem/problem-alert.tsx'
import { t } from '../../../languages/text.ts'
import { type Provider, providers } from './providers.ts'

/** The choice of the first step: a known provider, another server, or the service's own mail server. */
export type Chosen = Provider | 'other' | 'deployment'

/** The first step: chooses the provider. Google and Microsoft ask for consent on their own page if offered. */
export function ChooseProvider({
  offered,
  hasShared,
  onChoose,
}: {
  offered: readonly Sender['kind'][]
  /** Whether the service's own mail server is already a sender. */
  hasShared: boolean
  onChoose: (chosen: Chosen) => void
}) {
  const connect = useConnect()
  const known = providers.filter(({ signIn }) =>
    offered.includes(signIn !== undefined && offered.includes(signIn) ? signIn : 'smtp'),
  )
  const choose = (provider: Provider) => {
    const { signIn } = provider
    if (signIn !== undefined && offered.includes(signIn)) connect.mutate(signIn)
    else onChoose(provider)
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('Choose where the mailbox is.')}
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 3 }} spacing={6} verticalSpacing={6}>
        {known.map((provider) => (
          <Button
            key={provider.name}
            variant="default"
            loading={connect.isPending && connect.variables === provider.signIn}
            onClick={() => choose(provider)}
          >
            {provider.name}
          </Button>
        ))}
        {offered.includes('smtp') && (
          <Button variant="default" onClick={() => onChoose('other')}>
            {t('Another server')}
          </Button>
        )}
      </SimpleGrid>
      {offered.includes('deployment') && !hasShared && (
        <Button variant="default" onClick={() => onChoose('deployment')}>
          {t('The mail server of this service')}
        </Button>
      )}
      <ProblemAlert error={connect.error} />
    </Stack>
  )
}
