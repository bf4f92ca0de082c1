//! Number types that are too small: what becomes of a whole number in them.

/// A type that a program may keep a number in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// As large as it is.
    Exact,
    /// 31 bits and a sign; what does not fit wraps.
    I32,
    /// 32 bits without a sign; what does not fit wraps.
    U32,
    /// 63 bits and a sign; what does not fit wraps.
    I64,
    /// 64 bits without a sign; what does not fit wraps.
    U64,
    /// 31 bits and a sign; what does not fit becomes the nearest that does, as when C++ reads it.
    Nearest32,
    /// A float of 24 bits.
    F32,
    /// A double, of 53 bits.
    F64,
}

impl Width {
    /// What becomes of `value`.
    #[must_use]
    pub fn hold(self, value: i128) -> i128 {
        match self {
            Self::Exact => value,
            Self::I32 => wrap_signed(value, 32),
            Self::U32 => value.rem_euclid(1 << 32),
            Self::I64 => wrap_signed(value, 64),
            Self::U64 => value.rem_euclid(1 << 64),
            Self::Nearest32 => value.clamp(-(1 << 31), (1 << 31) - 1),
            Self::F32 => round(value, 24),
            Self::F64 => round(value, 53),
        }
    }
}

fn wrap_signed(value: i128, bits: u32) -> i128 {
    let half = 1 << (bits - 1);
    (value + half).rem_euclid(1 << bits) - half
}

/// The nearest number with so many significant bits; of two equally near, the one whose last bit
/// is 0, as IEEE 754 rounds.
fn round(value: i128, bits: u32) -> i128 {
    let length = 128 - value.unsigned_abs().leading_zeros();
    let Some(dropped) = length.checked_sub(bits).filter(|&dropped| dropped > 0) else {
        return value;
    };
    let unit = 1i128 << dropped;
    let (quotient, rest) = (value.div_euclid(unit), value.rem_euclid(unit));
    let up = rest > unit / 2 || (rest == unit / 2 && quotient % 2 != 0);
    (quotient + i128::from(up)) * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The types of the language say what becomes of a number.
    #[test]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn widths_are_those_of_the_types() {
        let mut values = vec![0i128, 1, -1, 3, 108_086_391_056_891_712, 96 << 50];
        for bits in 20..70 {
            for offset in [-9, -4, -3, -2, -1, 0, 1, 2, 3, 4, 9] {
                values.extend([(1 << bits) + offset, -(1 << bits) + offset, (3 << bits) + offset]);
            }
        }
        for value in values {
            assert_eq!(Width::Exact.hold(value), value);
            assert_eq!(Width::I32.hold(value), i128::from(value as i32), "{value}");
            assert_eq!(Width::U32.hold(value), i128::from(value as u32), "{value}");
            assert_eq!(Width::I64.hold(value), i128::from(value as i64), "{value}");
            assert_eq!(Width::U64.hold(value), i128::from(value as u64), "{value}");
            assert_eq!(Width::F32.hold(value), value as f32 as i128, "{value}");
            assert_eq!(Width::F64.hold(value), value as f64 as i128, "{value}");
        }
        assert_eq!(Width::Nearest32.hold(1 << 40), i128::from(i32::MAX));
        assert_eq!(Width::Nearest32.hold(-5), -5);
    }
}
