import * as Dropdown from '@radix-ui/react-dropdown-menu';
import type { ReactElement, ReactNode } from 'react';
import styles from './menu.module.css';

/** A menu that a button opens. `label` names it. */
export function Menu({
  label,
  trigger,
  children,
}: {
  label: string;
  trigger: ReactElement;
  children: ReactNode;
}) {
  return (
    <Dropdown.Root modal={false}>
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Content
        className={styles['menu']}
        aria-label={label}
        align="end"
        sideOffset={6}
        collisionPadding={8}
      >
        {children}
      </Dropdown.Content>
    </Dropdown.Root>
  );
}

/** One thing that a menu does. `disabledBecause` is told beneath it. */
export function MenuItem({
  children,
  onSelect,
  disabledBecause,
}: {
  children: ReactNode;
  onSelect: () => void;
  disabledBecause?: string | undefined;
}) {
  return (
    <Dropdown.Item className={styles['item']} disabled={disabledBecause !== undefined} onSelect={onSelect}>
      {children}
      {disabledBecause !== undefined && <span className={styles['why']}>{disabledBecause}</span>}
    </Dropdown.Item>
  );
}

/** One of several values, of which one holds. */
export function MenuChoice<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string;
  value: Value;
  choices: readonly { value: Value; words: string }[];
  onChoose: (value: Value) => void;
}) {
  return (
    <Dropdown.RadioGroup value={value} onValueChange={(chosen) => onChoose(chosen as Value)}>
      <Dropdown.Label className={styles['label']}>{label}</Dropdown.Label>
      {choices.map((choice) => (
        <Dropdown.RadioItem key={choice.value} value={choice.value} className={styles['item']}>
          <span className={styles['mark']} aria-hidden>
            {choice.value === value ? '✓' : ''}
          </span>
          {choice.words}
        </Dropdown.RadioItem>
      ))}
    </Dropdown.RadioGroup>
  );
}
