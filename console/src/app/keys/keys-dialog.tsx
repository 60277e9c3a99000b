import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core'
import { Fragment } from 'react'
import { useRights } from '../../api/account/session.ts'
import { t } from '../../languages/text.ts'
import { isOpenTo, pagesWithKeys } from '../pages.ts'

interface KeyGroup {
  readonly title: string
  readonly keys: readonly { readonly press: readonly string[]; readonly does: string }[]
}

/** Returns the groups of keys, with the pages that are open to the user. */
const groupsFor = (may: ReturnType<typeof useRights>): readonly KeyGroup[] => [
  {
    title: t('Everywhere'),
    keys: [
      { press: ['?'], does: t('Show these keys') },
      { press: ['Ctrl', 'K'], does: t('Search, open a page or start an action') },
      { press: ['J'], does: t('Move to the next entry of a list; K to the previous one') },
      { press: ['Enter'], does: t('Open the entry') },
    ],
  },
  {
    title: t('Pages: G, then a letter'),
    keys: pagesWithKeys
      .filter(({ path }) => isOpenTo(path, may))
      .map(({ key, label }) => ({ press: [key.toUpperCase()], does: label })),
  },
  {
    title: t('Records of a table'),
    keys: [
      { press: ['/'], does: t('Search the records') },
      { press: ['N'], does: t('Add a record') },
      { press: ['F'], does: t('Add a filter') },
      { press: ['C'], does: t('Choose the columns') },
    ],
  },
  {
    title: t('In the grid'),
    keys: [
      { press: ['Enter'], does: t('Edit the cell, or open the record from the first column') },
      { press: ['Ctrl', 'Enter'], does: t('Open the record') },
      { press: ['Space'], does: t('Select the records of the area') },
      { press: ['Ctrl', 'A'], does: t('Select all loaded records') },
      { press: ['Shift', 'arrow'], does: t('Extend the area') },
      { press: ['Ctrl', 'C'], does: t('Copy the area; Ctrl+V pastes') },
      { press: ['Ctrl', 'D'], does: t('Fill the area with its first row') },
      { press: ['Delete'], does: t('Empty the area') },
      { press: ['Ctrl', 'Z'], does: t('Undo an edit; Ctrl+Shift+Z redoes it') },
    ],
  },
  {
    title: t('On the canvas of a spinner'),
    keys: [
      { press: ['↑ ↓'], does: t('Open the previous or the next step') },
      { press: ['A'], does: t('Add a step after the open one') },
      { press: ['Ctrl', 'D'], does: t('Duplicate the open step') },
      { press: ['Delete'], does: t('Remove the open step') },
      { press: ['Alt', '↑ ↓'], does: t('Move the open step') },
      { press: ['Ctrl', 'Z'], does: t('Undo a change of the steps; Ctrl+Shift+Z redoes it') },
    ],
  },
  {
    title: t('On the name of a column'),
    keys: [
      { press: ['Enter'], does: t('Sort by the column') },
      { press: ['Ctrl', '← →'], does: t('Move the column') },
      { press: ['Shift', '← →'], does: t('Make the column narrower or wider') },
    ],
  },
]

/** A dialog with the keys of the console. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={t('Keys')} size="lg">
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t(
            'Single letters work while no field, grid or menu has the focus. On a Mac, press ⌘ instead of Ctrl.',
          )}
        </Text>
        {groupsFor(useRights()).map(({ title, keys }) => (
          <section key={title}>
            <Title order={3} size="h5" mb="xs">
              {title}
            </Title>
            <Stack component="dl" gap={6} m={0}>
              {keys.map(({ press, does }) => (
                <Group key={does} gap="md" wrap="nowrap" align="baseline">
                  <Text component="dt" size="sm" w={120} flex="none">
                    {press.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && ' + '}
                        <Kbd>{key}</Kbd>
                      </Fragment>
                    ))}
                  </Text>
                  <Text component="dd" size="sm" m={0}>
                    {does}
                  </Text>
                </Group>
              ))}
            </Stack>
          </section>
        ))}
      </Stack>
    </Modal>
  )
}
