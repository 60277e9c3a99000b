import { Button, Group, NumberInput, Paper, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../api/account/session.ts'
import type { Revised } from '../../api/client.ts'
import { contactPolicyQuery, useSetContactPolicy } from '../../api/contact-policy.ts'
import { maxOfPolicy } from '../../api/limits.ts'
import type { ContactPolicy } from '../../api/schema.ts'
import { ForAdmins } from '../../components/for-admins.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { EditProblem } from '../../components/problem/edit-problem.tsx'
import { unlessChanged } from '../../components/settings/unless-changed.ts'
import { useSeenRevision } from '../../components/settings/use-seen-revision.ts'
import { showDone } from '../../components/show-done.ts'
import { t } from '../../languages/text.ts'

const limits: readonly { name: keyof ContactPolicy; label: string; description: string }[] = [
  {
    name: 'messagesPerDay',
    label: t('Messages a day'),
    description: t('Limit of messages to one person within 24 hours. Further messages wait.'),
  },
  {
    name: 'messagesPerWeek',
    label: t('Messages a week'),
    description: t('Limit of messages to one person within seven days. Further messages wait.'),
  },
  {
    name: 'daysBetweenSpinners',
    label: t('Days between two spinners'),
    description: t(
      'Days between the last message of one spinner to a person and the first message of another spinner, which waits until then.',
    ),
  },
  {
    name: 'activePerDomain',
    label: t('People of one company at once'),
    description: t(
      'Limit of people with addresses at one domain who are in a spinner at the same time. Others wait. Domains like gmail.com do not count.',
    ),
  },
]

export function ContactPolicyPage() {
  const policy = useQuery(contactPolicyQuery)
  return (
    <>
      <PageHeader
        title={t('Contact policy')}
        description={t(
          'The contact policy limits how often all spinners together write to one person. It applies from the next message on, also to running jobs.',
        )}
      />
      <Loaded query={policy}>{(stored) => <PolicyForm stored={stored} />}</Loaded>
    </>
  )
}

function PolicyForm({ stored }: { stored: Revised<ContactPolicy> }) {
  const present = stored.data
  const isAdmin = useMay('admin')
  const set = useSetContactPolicy()
  const [changes, setChanges] = useState<Partial<ContactPolicy>>({})
  const policy = { ...present, ...changes }
  const isChanged = limits.some(({ name }) => policy[name] !== present[name])
  const revision = useSeenRevision(stored, {
    value: present,
    isEdited: Object.keys(changes).length > 0,
    answer: set.data,
  })
  const save = (seen: number | null) =>
    set.mutate(
      { changes: policy, revision: seen },
      {
        onSuccess: () => {
          setChanges(unlessChanged(changes, {}))
          showDone(t('The contact policy is saved'))
        },
      },
    )
  return (
    <Paper
      withBorder
      p="md"
      component="form"
      maw={{ base: 560, lg: 1160 }}
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault()
        save(revision)
      }}
    >
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" verticalSpacing="lg">
          {limits.map(({ name, label, description }) => (
            <NumberInput
              key={name}
              label={label}
              description={description}
              placeholder={t('No limit')}
              min={1}
              max={maxOfPolicy[name]}
              allowDecimal={false}
              clampBehavior="strict"
              disabled={!isAdmin}
              value={policy[name] ?? ''}
              onChange={(value) => setChanges({ ...changes, [name]: value === '' ? null : Number(value) })}
            />
          ))}
        </SimpleGrid>
        <EditProblem edit={set} thing="contactPolicy" place="page" onReplace={() => save(null)} />
        {isAdmin ? (
          <Group>
            <Button type="submit" disabled={!isChanged} loading={set.isPending}>
              {t('Save policy')}
            </Button>
          </Group>
        ) : (
          <ForAdmins>
            {t('Only admins and owners of the organization can change the contact policy.')}
          </ForAdmins>
        )}
      </Stack>
    </Paper>
  )
}
