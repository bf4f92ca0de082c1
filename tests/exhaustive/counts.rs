//! Games counted out whole, against numbers known from elsewhere.
//!
//! The 3×3 numbers of boards, dead boards and boards after a slide are those of Yamashita,
//! Kaneko and Nakayashiki (2022).

use crate::enumerate::{Census, Count, End, census};

#[test]
fn all_of_3x3() {
    let by_top = [
        (22, 120),
        (1_166, 8_341),
        (15_707, 120_654),
        (108_837, 854_510),
        (484_249, 3_836_444),
        (1_562_191, 12_424_682),
        (3_944_406, 31_435_864),
        (8_197_611, 65_408_072),
        (14_749_208, 117_776_750),
        (19_650_122, 157_055_640),
    ];
    let expected = Census {
        boards: Count::new(48_713_519, 388_921_077),
        dead: Count::new(7_388_502, 58_798_482),
        slid: Count::new(31_431_374, 251_166_532),
        pairs: Count::new(11_975_140_883, 95_665_070_309),
        by_top: by_top.into_iter().map(|(a, b)| Count::new(a, b)).collect(),
        gaps: 0,
        last_half_sum: 1022,
    };
    assert_eq!(census::<3, 8>(End::Dead), expected);
}

/// Play stops when a 16 appears.
#[test]
fn all_of_4x4_below_16() {
    let got = census::<4, 1>(End::Tile(4));
    assert_eq!(got.boards, Count::new(23_483_970, 187_809_874));
    assert_eq!(got.dead, Count::new(1_149, 7_794));
    assert_eq!(got.slid, Count::new(11_386_045, 91_065_932));
    assert_eq!(got.gaps, 0);
}

/// The f of every 4×4 board with a tile sum up to 48 are all integers of one interval.
#[test]
fn the_fours_of_small_4x4_boards_are_intervals() {
    let got = census::<4, 1>(End::HalfSum(24));
    assert_eq!(got.last_half_sum, 24);
    assert_eq!(got.gaps, 0);
}
