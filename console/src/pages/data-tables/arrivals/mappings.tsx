import { ActionIcon, Box, Group, Menu, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowUp, EllipsisVertical, Plus, Trash2 } from 'lucide-react'
import { mappingsQuery, useDeleteMapping, useMoveMapping } from '../../../api/arrival/mappings.ts'
import type { DataTable, StoredMapping } from '../../../api/schema.ts'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { AnchorLink, ButtonLink } from '../../../components/links.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { showDone } from '../../../components/show-done.ts'
import { Moment } from '../../../components/time/moment.tsx'
import { rich } from '../../../languages/rich.ts'
import { t } from '../../../languages/text.ts'
import { wordsOfAction } from '../mapping/action-words.ts'
import { Section } from '../section.tsx'

/** Lists the mappings of a data table in the order in which they are tried. */
export function Mappings({ table }: { table: DataTable }) {
  const query = useQuery(mappingsQuery(table.id))
  return (
    <Section
      title={t('Mappings')}
      description={t(
        'A mapping says which value of an arrival goes into which column; Spindle uses the first mapping that matches. Arrivals as {“records”: […]} with this table’s columns need no mapping.',
      )}
    >
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">
              {t(
                'No mappings yet. After the first arrival from a source, Spindle proposes a mapping, and you check it.',
              )}
            </Text>
          ) : (
            <Stack component="ul" gap="sm" aria-label={t('Mappings')} className="plain-list">
              {items.map((mapping, index) => (
                <MappingRow key={mapping.id} mapping={mapping} isFirst={index === 0} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Group>
        <ButtonLink
          to="/data-tables/$dataTableId/mapping"
          params={{ dataTableId: table.id }}
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
        >
          {t('Map a sample')}
        </ButtonLink>
      </Group>
    </Section>
  )
}

function MappingRow({ mapping, isFirst }: { mapping: StoredMapping; isFirst: boolean }) {
  const { id, dataTableId, name, action, fields, position, version, updatedAt } = mapping
  const move = useMoveMapping()
  const remove = useDeleteMapping()
  const confirmRemove = () =>
    askToConfirm({
      title: t('Delete the mapping “{name}”?', { name }),
      text: t(
        'Records that this mapping added stay. From now on, arrivals in its format are held or refused, unless another mapping matches.',
      ),
      action: t('Delete mapping'),
      isDangerous: true,
      // The row is gone when the mappings are loaded again, so callbacks of `mutate` might not be called.
      onConfirm: () =>
        void remove.mutateAsync(id).then(
          () => showDone(t('The mapping is deleted.')),
          () => {},
        ),
    })
  return (
    <Group component="li" gap="sm" wrap="nowrap" justify="space-between">
      <Box miw={0}>
        <AnchorLink
          to="/data-tables/$dataTableId/mapping"
          params={{ dataTableId }}
          search={{ mapping: id }}
          fw={600}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </AnchorLink>
        <Text size="sm" c="dimmed">
          {rich('{short} · {count, plural, one {# column} other {# columns}} · version {version}, {moment}', {
            short: wordsOfAction[action].short,
            count: fields.length,
            version,
            moment: <Moment at={updatedAt} />,
          })}
        </Text>
      </Box>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('Actions on the mapping {name}', { name })}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            disabled={isFirst}
            leftSection={<ArrowUp size={16} aria-hidden />}
            onClick={() => move.mutate({ mappingId: id, position: position - 1 })}
          >
            {t('Move mapping up')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden />} onClick={confirmRemove}>
            {t('Delete mapping')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
