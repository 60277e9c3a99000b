import { Button, Paper, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { apiKeysQuery } from '../../../api/account/api-keys.ts'
import { organizationQuery } from '../../../api/account/organization.ts'
import { useMay } from '../../../api/account/session.ts'
import type { ApiKey } from '../../../api/schema.ts'
import { ForAdmins } from '../../../components/for-admins.tsx'
import { EmptyState } from '../../../components/loading/empty-state.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { PlanWithoutKeys } from '../plan/plan-without-keys.tsx'
import { ApiKeyRow } from './api-key-row.tsx'
import { CreateApiKey } from './create-api-key.tsx'
import { RotateApiKey } from './rotate-api-key.tsx'

export function ApiKeysPage() {
  const maySee = useMay('editor')
  const keys = useQuery({ ...apiKeysQuery, refetchInterval: 10_000, enabled: maySee })
  const organization = useQuery(organizationQuery)
  const [creating, setCreating] = useState(false)
  const [rotating, setRotating] = useState<ApiKey | null>(null)
  const isAdmin = useMay('admin')
  const create = isAdmin && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Create API key
    </Button>
  )
  return (
    <>
      <PageHeader
        title="API keys"
        description="CRMs, middleware and scripts call the API with an API key. The scopes of a key say which requests it may make."
        actions={create}
      />
      {!isAdmin && (
        <ForAdmins>
          Only admins and owners of the organization can create, rotate and revoke API keys.{' '}
          {!maySee && 'Editors can see them, too.'}
        </ForAdmins>
      )}
      {organization.data?.plan.apiKeys === false && <PlanWithoutKeys plan={organization.data.plan.name} />}
      {maySee && (
        <Loaded query={keys}>
          {(items) =>
            items.length === 0 ? (
              <EmptyState icon={KeyRound} title="No API keys yet" action={create}>
                Create one API key for each system, so that you can revoke each separately. Give each key only
                the scopes that its system needs.
              </EmptyState>
            ) : (
              <Paper withBorder>
                <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
                  <Table verticalSpacing="sm" horizontalSpacing="md">
                    <Table.Thead>
                      <Table.Tr>
                        <Table.Th>Name</Table.Th>
                        <Table.Th>Key</Table.Th>
                        <Table.Th>Scopes</Table.Th>
                        <Table.Th>Last used</Table.Th>
                        <Table.Th>Expires</Table.Th>
                        <Table.Th>
                          <Text span inherit c="dimmed">
                            Actions
                          </Text>
                        </Table.Th>
                      </Table.Tr>
                    </Table.Thead>
                    <Table.Tbody>
                      {items.map((key) => (
                        <ApiKeyRow
                          key={key.id}
                          apiKey={key}
                          mayChange={isAdmin}
                          onRotate={() => setRotating(key)}
                        />
                      ))}
                    </Table.Tbody>
                  </Table>
                </Table.ScrollContainer>
              </Paper>
            )
          }
        </Loaded>
      )}
      {creating && <CreateApiKey close={() => setCreating(false)} />}
      {rotating !== null && <RotateApiKey apiKey={rotating} close={() => setRotating(null)} />}
    </>
  )
}
