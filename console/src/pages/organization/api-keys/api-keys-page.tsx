import { Button } from '@mantine/core'
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
import { ListTable } from '../../../components/table/list-table.tsx'
import { t } from '../../../languages/text.ts'
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
      {t('Create API key')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('API keys')}
        description={t(
          'CRMs, middleware and scripts call the API with an API key. The scopes of a key say which requests it may make.',
        )}
        guide="api/keys"
        actions={create}
      />
      {!isAdmin && (
        <ForAdmins isWholePage>
          {!maySee
            ? t(
                'Only admins and owners of the organization can create, rotate and revoke API keys. Editors can see them, too.',
              )
            : t('Only admins and owners of the organization can create, rotate and revoke API keys. ')}
        </ForAdmins>
      )}
      {organization.data?.plan.hasApiKeys === false && <PlanWithoutKeys plan={organization.data.plan.name} />}
      {maySee && (
        <Loaded query={keys}>
          {(items) =>
            items.length === 0 ? (
              <EmptyState icon={KeyRound} title={t('No API keys yet')} action={create}>
                {t(
                  'Create one API key for each system, so that you can revoke each separately. Give each key only the scopes that its system needs.',
                )}
              </EmptyState>
            ) : (
              <ListTable
                label={t('API keys')}
                minWidth={720}
                columns={[t('Name'), t('Key'), t('Scopes'), t('Last used'), t('Expires')]}
                hasActions
                isCardsOnPhones
              >
                {items.map((key) => (
                  <ApiKeyRow
                    key={key.id}
                    apiKey={key}
                    mayChange={isAdmin}
                    onRotate={() => setRotating(key)}
                  />
                ))}
              </ListTable>
            )
          }
        </Loaded>
      )}
      {creating && <CreateApiKey close={() => setCreating(false)} />}
      {rotating !== null && <RotateApiKey apiKey={rotating} close={() => setRotating(null)} />}
    </>
  )
}
