import { Button, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../api/account/session.ts'
import { destinationsQuery } from '../../api/event/destinations.ts'
import type { Destination } from '../../api/schema.ts'
import { eventLabels } from '../../components/event/event-words.ts'
import { ForAdmins } from '../../components/for-admins.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { EmptyState } from '../../components/loading/empty-state.tsx'
import { Loaded } from '../../components/loading/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { ListTable } from '../../components/table/list-table.tsx'
import { Moment } from '../../components/time/moment.tsx'
import { language } from '../../languages/language.ts'
import { t } from '../../languages/text.ts'
import { CreateDestination } from './create-destination.tsx'
import { DestinationStatusBadge } from './destination-status-badge.tsx'
import { hostOf } from './destination-words.ts'

/** Lists the URLs to which events of the organization are sent, with their states. */
export function DestinationsPage() {
  const isAdmin = useMay('admin')
  const [creating, setCreating] = useState(false)
  const create = isAdmin && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('Create destination')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('Destinations')}
        description={t(
          'Spindle sends events, such as a reply or a finished job, to these URLs of other systems.',
        )}
        guide="api/destinations"
        actions={create}
      />
      {isAdmin ? (
        <List create={create} />
      ) : (
        <ForAdmins isWholePage>
          {t('Only admins and owners of the organization can see and change destinations.')}
        </ForAdmins>
      )}
      {creating && <CreateDestination close={() => setCreating(false)} />}
    </>
  )
}

function List({ create }: { create: React.ReactNode }) {
  const destinations = useQuery({ ...destinationsQuery, refetchInterval: 10_000 })
  return (
    <Loaded query={destinations}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState icon={Send} title={t('No destinations yet')} action={create}>
            {t(
              'Create a destination for each system that should learn what happens in Spindle: a CRM, a workflow tool or a chat.',
            )}
          </EmptyState>
        ) : (
          <ListTable
            label={t('Destinations')}
            minWidth={640}
            isCardsOnPhones
            columns={['URL', t('Event types'), t('Status'), t('Last delivered'), t('Waiting retries')]}
          >
            {items.map((destination) => (
              <Row key={destination.id} destination={destination} />
            ))}
          </ListTable>
        )
      }
    </Loaded>
  )
}

function Row({ destination }: { destination: Destination }) {
  const { id, url, types, deliveredAt, retries } = destination
  const [first, ...others] = types
  return (
    <Table.Tr className="linked-row">
      <Table.Td>
        <AnchorLink
          className="row-link"
          to="/destinations/$destinationId"
          params={{ destinationId: id }}
          fw={600}
        >
          {hostOf(url)}
        </AnchorLink>
      </Table.Td>
      <Table.Td>
        <Text size="sm">
          {first === undefined ? '' : eventLabels[first]}
          {others.length > 0 && t(' and {count} more', { count: others.length })}
        </Text>
      </Table.Td>
      <Table.Td>
        <DestinationStatusBadge destination={destination} />
      </Table.Td>
      <Table.Td data-label={t('Last delivered')}>
        <Moment at={deliveredAt} />
      </Table.Td>
      <Table.Td data-label={t('Waiting retries')}>{retries.toLocaleString(language)}</Table.Td>
    </Table.Tr>
  )
}
