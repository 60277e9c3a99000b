import { Badge, Code, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { apiKeyQuery, keyRefusalsQuery } from '../../../api/account/api-keys.ts'
import type { ApiKey, KeyRefusal } from '../../../api/schema.ts'
import { projectsQuery } from '../../../api/table/projects.ts'
import { BackLink } from '../../../components/back-link.tsx'
import { EmptyState } from '../../../components/loading/empty-state.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { Moment } from '../../../components/time/moment.tsx'
import { t } from '../../../languages/text.ts'
import { endOf } from './key-end.ts'

/** The page of an API key: its scopes and limits, its last use and its latest refused requests. */
export function ApiKeyPage() {
  const { apiKeyId } = useParams({ from: '/signed-in/api-keys/$apiKeyId' })
  const key = useQuery(apiKeyQuery(apiKeyId))
  return (
    <>
      <PageHeader
        above={<BackLink to="/api-keys">{t('API keys')}</BackLink>}
        title={key.data?.name ?? t('API key')}
        description={t(
          'The scopes and limits of an API key never change. To change them, create another key.',
        )}
      />
      <Stack>
        <Loaded query={key}>{(found) => <KeyFacts apiKey={found} />}</Loaded>
        <Refusals apiKeyId={apiKeyId} />
      </Stack>
    </>
  )
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const projects = useQuery(projectsQuery)
  const nameOf = (id: string) =>
    projects.data?.find((project) => project.id === id)?.name ?? t('Deleted project')
  const end = endOf(apiKey)
  return (
    <Paper withBorder>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Tbody>
          <Fact name={t('Key')}>
            <Code>
              {apiKey.prefix}…{apiKey.last4}
            </Code>
          </Fact>
          <Fact name={t('Last used')}>
            <Moment at={apiKey.lastUsedAt} />
          </Fact>
          <Fact name={t('Expires')}>
            {end.at === null ? (
              t('never')
            ) : (
              <>
                {end.word} <Moment at={end.at} />
              </>
            )}
          </Fact>
          <Fact name={t('Scopes')}>
            <Group gap={4}>
              {apiKey.scopes.map((scope) => (
                <Badge key={scope} variant="light" tt="none">
                  {scope}
                </Badge>
              ))}
            </Group>
          </Fact>
          <Fact name={t('Projects')}>
            {apiKey.projectIds === null ? t('All projects') : apiKey.projectIds.map(nameOf).join(', ')}
          </Fact>
          <Fact name={t('Networks')}>
            {apiKey.allowedNetworks === null ? t('Any IP address') : apiKey.allowedNetworks.join(', ')}
          </Fact>
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" w="10rem">
        {name}
      </Table.Th>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  )
}

function Refusals({ apiKeyId }: { apiKeyId: string }) {
  const refusals = useQuery({ ...keyRefusalsQuery(apiKeyId), refetchInterval: 10_000 })
  return (
    <section>
      <Title order={2} mb="xs">
        {t('Refused requests')}
      </Title>
      <Loaded query={refusals}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState icon={ShieldCheck} title={t('No refused requests')}>
              {t('The last 100 requests that were refused appear here within ten seconds.')}
            </EmptyState>
          ) : (
            <ListTable
              label={t('Refused requests')}
              minWidth={640}
              isCardsOnPhones
              columns={[t('Time'), t('Request'), t('Refused with'), t('Address')]}
            >
              {groupsOf(items).map(({ at, method, path, httpStatus, code, ipAddress, count }) => (
                <Table.Tr key={`${at} ${method} ${path} ${code}`}>
                  <Table.Td>
                    <Moment at={at} />
                  </Table.Td>
                  <Table.Td>
                    <Code>
                      {method} {path}
                    </Code>
                  </Table.Td>
                  <Table.Td>
                    {httpStatus} {code}
                    {count > 1 && ` × ${count}`}
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm">{ipAddress ?? t('unknown')}</Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </ListTable>
          )
        }
      </Loaded>
    </section>
  )
}

/** Returns the refusals with equal ones that follow each other as one, with their number and the latest time. */
function groupsOf(refusals: readonly KeyRefusal[]): readonly (KeyRefusal & { readonly count: number })[] {
  const groups: (KeyRefusal & { count: number })[] = []
  for (const refusal of refusals) {
    const last = groups.at(-1)
    if (last !== undefined && isSame(last, refusal)) last.count++
    else groups.push({ ...refusal, count: 1 })
  }
  return groups
}

function isSame(a: KeyRefusal, b: KeyRefusal): boolean {
  return a.method === b.method && a.path === b.path && a.code === b.code && a.ipAddress === b.ipAddress
}
