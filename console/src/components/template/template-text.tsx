import { Fragment } from 'react'
import { partsOfTemplate } from './parts-of-template.ts'
import classes from './template-text.module.css'

/** A template as people read it: the name of each value is shown as a chip. */
export function TemplateText({ children: template }: { children: string }) {
  return partsOfTemplate(template).map(({ at, text, isValue }) =>
    isValue ? (
      <span key={at} className={classes['chip']}>
        {text}
      </span>
    ) : (
      <Fragment key={at}>{text}</Fragment>
    ),
  )
}
