import { Alert, Button, Group, Modal, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Send, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import {
  type DestinationSettings,
  destinationQuery,
  useChangeDestination,
  usePingDestination,
} from '../../api/event/destinations.ts'
import type { Destination } from '../../api/schema.ts'
import { spinnersQuery } from '../../api/spinner/spinners.ts'
import { projectsQuery } from '../../api/table/projects.ts'
import { BackLink } from '../../components/back-link.tsx'
import { useReturnFocus } from '../../components/dialog/use-return-focus.ts'
import { eventLabels } from '../../components/event/event-words.ts'
import { AnchorLink } from '../../components/links.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { EditProblem } from '../../components/problem/edit-problem.tsx'
import { showDone } from '../../components/show-done.ts'
import { Moment } from '../../components/time/moment.tsx'
import { rich } from '../../languages/rich.ts'
import { t } from '../../languages/text.ts'
import { AttemptList } from './attempt-list.tsx'
import { DestinationActions } from './destination-actions.tsx'
import { DestinationForm } from './destination-form.tsx'
import { DestinationStatusBadge } from './destination-status-badge.tsx'
import { disabledWords, hostOf, resultWords } from './destination-words.ts'

/** Shows one destination with its settings, its state and the last requests to it. */
export function DestinationPage() {
  const { destinationId } = useParams({ from: '/signed-in/destinations/$destinationId' })
  const destination = useQuery({ ...destinationQuery(destinationId), refetchInterval: 5_000 })
  return (
    <Loaded query={destination}>
      {(data) => (
        <>
          <Header destination={data} />
          <Stack gap="xl">
            <Settings destination={data} />
            <AttemptList destination={data} />
          </Stack>
        </>
      )}
    </Loaded>
  )
}

function Header({ destination }: { destination: Destination }) {
  const ping = usePingDestination(destination.id)
  const send = () =>
    ping.mutate(undefined, {
      onSuccess: (result) =>
        showDone(t('The test event was sent. Result: {result}.', { result: resultWords(result) })),
    })
  return (
    <PageHeader
      title={hostOf(destination.url)}
      above={<BackLink to="/destinations">{t('Destinations')}</BackLink>}
      description={destination.url}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Send size={16} aria-hidden />}
            loading={ping.isPending}
            onClick={send}
          >
            {t('Send test event')}
          </Button>
          <DestinationActions destination={destination} />
        </>
      }
    />
  )
}

function Settings({ destination }: { destination: Destination }) {
  const [editing, setEditing] = useState(false)
  const { types, batchesEvents, includesAddresses, deliveredAt, retries, replays, nextAttemptAt } =
    destination
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        {destination.status === 'disabled' && (
          <Alert color="red" icon={<TriangleAlert />} title={t('This destination is disabled')}>
            {disabledWords(destination)}
          </Alert>
        )}
        <Group justify="space-between">
          <Group gap="xs">
            <DestinationStatusBadge destination={destination} />
            <Text size="sm" c="dimmed">
              {rich('Last delivered: {moment}', { moment: <Moment at={deliveredAt} /> })}
            </Text>
          </Group>
          <Button variant="default" size="xs" onClick={() => setEditing(true)}>
            {t('Edit')}
          </Button>
        </Group>
        <Text size="sm">{types.map((type) => eventLabels[type]).join(', ')}</Text>
        <Text size="sm" c="dimmed">
          {batchesEvents ? t('Up to 500 events in one request') : t('One event in each request')}
          {includesAddresses ? t(', with e-mail addresses') : t(', without e-mail addresses')}
        </Text>
        <Place destination={destination} />
        {retries > 0 && (
          <Text size="sm">
            {t(
              '{retries, number} failed {retries, plural, =1 {request waits} other {requests wait}} for another attempt.',
              { retries },
            )}
          </Text>
        )}
        {nextAttemptAt !== null && (
          <Text size="sm">
            {rich('New events wait, because the receiver fails or is busy. Next attempt: {moment}', {
              moment: <Moment at={nextAttemptAt} />,
            })}
          </Text>
        )}
        {replays > 0 && <Text size="sm">{t('Past events are being sent again.')}</Text>}
      </Stack>
      {editing && <EditDestination destination={destination} close={() => setEditing(false)} />}
    </Paper>
  )
}

/** Names the project and the spinner to whose events a destination is limited. */
function Place({ destination: { projectId, spinnerId } }: { destination: Destination }) {
  const { data: projects = [] } = useQuery({ ...projectsQuery, enabled: projectId !== null })
  const { data: spinners = [] } = useQuery({ ...spinnersQuery, enabled: spinnerId !== null })
  const project = projects.find(({ id }) => id === projectId)
  const spinner = spinners.find(({ id }) => id === spinnerId)
  return (
    <>
      {project !== undefined && (
        <Text size="sm">{t('Only events of the project {name}', { name: project.name })}</Text>
      )}
      {spinner !== undefined && (
        <Text size="sm">
          {rich('Only events of the spinner {link}', {
            link: (
              <AnchorLink to="/spinners/$spinnerId" params={{ spinnerId: spinner.id }}>
                {spinner.name}
              </AnchorLink>
            ),
          })}
        </Text>
      )}
    </>
  )
}

function EditDestination({ destination: present, close }: { destination: Destination; close: () => void }) {
  useReturnFocus()
  // Keeps the destination as the user opened it. The page reads a later revision every few seconds, with which the
  // form would replace changes that the user has not seen.
  const [destination] = useState(present)
  const change = useChangeDestination(destination.id)
  const { url, types, projectId, spinnerId, includesAddresses, batchesEvents } = destination
  // Leaves out a project and a spinner that stay, because the service would look for them, and they may be deleted.
  const save = (edited: DestinationSettings, revision: number | null) => {
    const { projectId: project, spinnerId: spinner, ...settings } = edited
    const changes = {
      ...settings,
      ...(project === projectId ? {} : { projectId: project }),
      ...(spinner === spinnerId ? {} : { spinnerId: spinner }),
    }
    change.mutate({ changes, revision }, { onSuccess: close })
  }
  return (
    <Modal opened onClose={close} title={t('Edit the destination')}>
      <DestinationForm
        settings={{ url, types, projectId, spinnerId, includesAddresses, batchesEvents }}
        action={t('Save')}
        renderProblem={(edited) => (
          <EditProblem edit={change} thing="destination" onReplace={() => save(edited, null)} />
        )}
        isPending={change.isPending}
        onSubmit={(edited) => save(edited, destination.revision)}
        onCancel={close}
      />
    </Modal>
  )
}
