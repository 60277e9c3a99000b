import { Group, NativeSelect, Radio, ScrollArea, SimpleGrid, Stack, Text } from '@mantine/core'
import type { TemplateEntry } from '../../../api/spinner/spinner-templates.ts'
import { isLanguage, type Language, languages } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import classes from './templates.module.css'

interface Card {
  readonly value: string
  readonly name: string
  readonly description: string
  readonly size: string
}

/** The choice of a template as cards, with the templates of the organization first. */
export function TemplateCards({
  label,
  templates,
  first,
  language,
  value,
  onChange,
  onLanguage,
}: {
  label: string
  templates: readonly TemplateEntry[]
  /** A card before the templates, such as that of an empty spinner. */
  first?: Card
  /** The language of the templates that come with the service. */
  language: Language
  value: string
  onChange: (value: string) => void
  onLanguage: (language: Language) => void
}) {
  const saved = templates.filter(({ isShipped }) => !isShipped).toReversed()
  const shipped = templates.filter(({ isShipped }) => isShipped)
  const cards = [...(first === undefined ? [] : [first]), ...[...saved, ...shipped].map(cardOf)]
  return (
    <Stack gap="xs">
      <Radio.Group label={label} value={value} onChange={onChange}>
        <ScrollArea.Autosize mah={300} mt={4} type="auto" offsetScrollbars="y" className={classes['cards']}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" p={3}>
            {cards.map((card) => (
              <Radio.Card key={card.value} value={card.value} p="sm" className={classes['card']}>
                <Group wrap="nowrap" align="flex-start" gap="sm">
                  <Radio.Indicator mt={2} />
                  <div style={{ minWidth: 0 }}>
                    <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                      {card.name}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {card.size}
                    </Text>
                    <Text size="xs" mt={4} lineClamp={3}>
                      {card.description}
                    </Text>
                  </div>
                </Group>
              </Radio.Card>
            ))}
          </SimpleGrid>
        </ScrollArea.Autosize>
      </Radio.Group>
      <NativeSelect
        label={t('Language of the templates')}
        value={language}
        data={Object.entries(languages).map(([code, name]) => ({ value: code, label: name }))}
        onChange={({ currentTarget }) => isLanguage(currentTarget.value) && onLanguage(currentTarget.value)}
      />
    </Stack>
  )
}

function cardOf({ id, name, description, kind, stepCount, isShipped }: TemplateEntry): Card {
  const size =
    kind === 'email' ? t('One e-mail') : t('{stepCount, plural, one {# step} other {# steps}}', { stepCount })
  return {
    value: id,
    name,
    description,
    size: isShipped ? size : t('{size} · saved by your organization', { size }),
  }
}
