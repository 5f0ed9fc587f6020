import * as Tooltip from '@radix-ui/react-tooltip';
import type { ReactElement } from 'react';
import styles from './tip.module.css';

type Given = {
  text: string;
  /** What is explained: an element that can have the focus. */
  children: ReactElement;
  /** Where it stands, if there is room. */
  side?: 'top' | 'right';
};

/** A short text about what is pointed at, or has the focus. */
export function Tip({ text, children, side = 'top' }: Given) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Content className={styles['tip']} side={side} sideOffset={6} collisionPadding={8}>
        {text}
      </Tooltip.Content>
    </Tooltip.Root>
  );
}
