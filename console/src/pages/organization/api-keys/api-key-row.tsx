import { Badge, Code, Group, Menu, Table, Text } from '@mantine/core'
import { RefreshCw, Trash2 } from 'lucide-react'
import { useRevokeApiKey } from '../../../api/account/api-keys.ts'
import type { ApiKey } from '../../../api/schema.ts'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { RowMenu } from '../../../components/table/row-menu.tsx'
import { Moment } from '../../../components/time/moment.tsx'
import { t } from '../../../languages/text.ts'
import { endOf } from './key-end.ts'

/** The largest number of scopes that the list shows for a key; its page shows all. */
const maxScopesShown = 4

export function ApiKeyRow({
  apiKey,
  mayChange,
  onRotate,
}: {
  apiKey: ApiKey
  mayChange: boolean
  onRotate: () => void
}) {
  const end = endOf(apiKey)
  return (
    <Table.Tr className="linked-row">
      <Table.Td>
        <AnchorLink
          className="row-link"
          to="/api-keys/$apiKeyId"
          params={{ apiKeyId: apiKey.id }}
          size="sm"
          fw={end.over ? 400 : 600}
        >
          {apiKey.name}
        </AnchorLink>
      </Table.Td>
      <Table.Td>
        <Code>
          {apiKey.prefix}…{apiKey.last4}
        </Code>
      </Table.Td>
      <Table.Td>
        <Group gap={4}>
          {apiKey.scopes.slice(0, maxScopesShown).map((scope) => (
            <Badge key={scope} variant="light" tt="none">
              {scope}
            </Badge>
          ))}
          {apiKey.scopes.length > maxScopesShown && (
            <Text size="xs" c="dimmed">
              {t('and {count} more', { count: apiKey.scopes.length - maxScopesShown })}
            </Text>
          )}
        </Group>
        {apiKey.projectIds !== null && (
          <Text size="xs" c="dimmed">
            {apiKey.projectIds.length === 1
              ? t('one project only')
              : t('{count} projects only', { count: apiKey.projectIds.length })}
          </Text>
        )}
        {apiKey.requestsPerSecond !== null && (
          <Text size="xs" c="dimmed">
            {t('at most {requestsPerSecond, number} requests a second', {
              requestsPerSecond: apiKey.requestsPerSecond,
            })}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={t('Last used')}>
        <Moment at={apiKey.lastUsedAt} />
      </Table.Td>
      <Table.Td {...(end.at === null && { 'data-label': t('Expires') })}>
        {end.at === null ? (
          <Text span size="sm" c="dimmed">
            {t('never')}
          </Text>
        ) : (
          <>
            {end.word} <Moment at={end.at} />
          </>
        )}
      </Table.Td>
      <Table.Td>{mayChange && !end.over && <KeyMenu apiKey={apiKey} onRotate={onRotate} />}</Table.Td>
    </Table.Tr>
  )
}

function KeyMenu({ apiKey, onRotate }: { apiKey: ApiKey; onRotate: () => void }) {
  const revoke = useRevokeApiKey()
  const confirmRevoke = () =>
    askToConfirm({
      title: t('Revoke “{name}”?', { name: apiKey.name }),
      text: t(
        'Spindle refuses all further requests with this key. This cannot be undone; to replace a key without interruption, rotate it instead.',
      ),
      action: t('Revoke'),
      isDangerous: true,
      onConfirm: () => revoke.mutate(apiKey.id),
    })
  return (
    <RowMenu label={t('Actions for {name}', { name: apiKey.name })}>
      <Menu.Item leftSection={<RefreshCw size={16} aria-hidden />} onClick={onRotate}>
        {t('Rotate')}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={confirmRevoke}>
        {t('Revoke')}
      </Menu.Item>
    </RowMenu>
  )
}
