import { Group, Menu, Modal, Stack, Table, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { LayoutTemplate, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  type TemplateEntry,
  templatesQuery,
  useDeleteTemplate,
  useRenameTemplate,
} from '../../../api/spinner/spinner-templates.ts'
import { askToConfirm } from '../../../components/dialog/ask-to-confirm.tsx'
import { FormFooter } from '../../../components/dialog/form-footer.tsx'
import { ForEditors } from '../../../components/for-editors.tsx'
import { EmptyState } from '../../../components/loading/empty-state.tsx'
import { Loaded } from '../../../components/loading/loaded.tsx'
import { EditProblem } from '../../../components/problem/edit-problem.tsx'
import { ListTable } from '../../../components/table/list-table.tsx'
import { RowMenu } from '../../../components/table/row-menu.tsx'
import { Moment } from '../../../components/time/moment.tsx'
import { t } from '../../../languages/text.ts'

/** A dialog with the templates that the organization has saved: to use, rename and delete them. */
export function TemplatesDialog({ onUse, onClose }: { onUse: (id: string) => void; onClose: () => void }) {
  const templates = useQuery(templatesQuery())
  return (
    <Modal opened onClose={onClose} size="xl" title={t('Templates of your organization')}>
      <Loaded query={templates}>
        {(items) => {
          const saved = items.filter(({ isShipped }) => !isShipped)
          return saved.length === 0 ? (
            <EmptyState icon={LayoutTemplate} title={t('No saved templates yet')}>
              {t(
                'Save a spinner as a template in its menu, or an e-mail in the menu of its step. {count} templates come with Spindle; “New spinner” offers them.',
                { count: items.length },
              )}
            </EmptyState>
          ) : (
            <ListTable
              label={t('Templates')}
              minWidth={520}
              columns={[t('Name'), t('Content'), t('Saved')]}
              hasActions
              isCardsOnPhones
            >
              {saved.toReversed().map((template) => (
                <TemplateRow key={template.id} template={template} onUse={onUse} />
              ))}
            </ListTable>
          )
        }}
      </Loaded>
    </Modal>
  )
}

function TemplateRow({ template, onUse }: { template: TemplateEntry; onUse: (id: string) => void }) {
  const { id, name, description, kind, stepCount, createdAt } = template
  const [isEdited, setEdited] = useState(false)
  const deletion = useDeleteTemplate()
  const ask = () =>
    askToConfirm({
      title: t('Delete the template “{name}”?', { name }),
      text: t('It cannot be restored. Spinners that were made from it stay.'),
      action: t('Delete template'),
      isDangerous: true,
      onConfirm: () => deletion.mutate(id),
    })
  return (
    <Table.Tr>
      <Table.Td maw={300} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {kind === 'email'
          ? t('E-mail')
          : t('{stepCount, plural, one {# step} other {# steps}}', { stepCount })}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{createdAt !== null && <Moment at={createdAt} />}</Table.Td>
      <Table.Td>
        <ForEditors>
          <Group justify="flex-end">
            <RowMenu label={t('More for {name}', { name })} width={200}>
              <Menu.Item leftSection={<Plus size={16} aria-hidden />} onClick={() => onUse(id)}>
                {t('New spinner from it')}
              </Menu.Item>
              <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setEdited(true)}>
                {t('Rename')}
              </Menu.Item>
              <Menu.Item leftSection={<Trash2 size={16} aria-hidden />} onClick={ask}>
                {t('Delete')}
              </Menu.Item>
            </RowMenu>
          </Group>
        </ForEditors>
        {isEdited && <RenameTemplate template={template} onClose={() => setEdited(false)} />}
      </Table.Td>
    </Table.Tr>
  )
}

function RenameTemplate({
  template: { id, name, description, revision },
  onClose,
}: {
  template: TemplateEntry
  onClose: () => void
}) {
  const edit = useRenameTemplate(id)
  const form = useForm({
    initialValues: { name, description },
    validate: { name: (typed) => (typed.trim() === '' ? t('Enter a name for the template') : null) },
  })
  return (
    <Modal opened onClose={onClose} title={t('Rename template')}>
      <form
        noValidate
        onSubmit={form.onSubmit((changes) => edit.mutate({ changes, revision }, { onSuccess: onClose }))}
      >
        <Stack>
          {edit.error !== null && (
            <EditProblem
              edit={edit}
              thing="template"
              onReplace={() => edit.mutate({ changes: form.values, revision: null }, { onSuccess: onClose })}
            />
          )}
          <TextInput label={t('Name')} data-autofocus maxLength={200} {...form.getInputProps('name')} />
          <Textarea
            label={t('Description')}
            maxLength={500}
            autosize
            minRows={2}
            {...form.getInputProps('description')}
          />
          <FormFooter onCancel={onClose} isPending={edit.isPending}>
            {t('Save')}
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  )
}
